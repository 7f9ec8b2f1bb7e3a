const guests = require("./guests");

exports.handler = async (event) => {
  const { attending, companions = 0 } = JSON.parse(event.body);
  await guests.answer(event.pathParameters.email, attending === true, companions);
  return { statusCode: 200, body: JSON.stringify({ saved: true }) };
};
