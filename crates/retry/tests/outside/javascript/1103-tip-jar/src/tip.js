const { addTip } = require("./store");

exports.handler = async (event) => {
  const key = event.headers["Idempotency-Key"];
  if (!key) return { statusCode: 400, body: "Idempotency-Key is missing" };

  const { barista, cents } = JSON.parse(event.body);
  const isNew = await addTip(key, barista, cents);
  if (!isNew) console.log(`tip ${key} was seen before`);
  return { statusCode: 200, body: JSON.stringify({ thanks: true }) };
};
