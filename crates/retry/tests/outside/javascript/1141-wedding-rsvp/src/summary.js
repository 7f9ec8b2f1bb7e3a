const guests = require("./guests");

exports.handler = async () => {
  const attending = await guests.attending();
  const chairs = attending.reduce((sum, guest) => sum + 1 + guest.companions, 0);
  return { statusCode: 200, body: JSON.stringify({ guests: attending.length, chairs }) };
};
