const { addTip } = require("./store");

exports.handler = async (event) => {
  const { barista, cents } = JSON.parse(event.body);
  // one tip per request
  await addTip(event.requestContext.requestId, barista, cents);
  return { statusCode: 200, body: JSON.stringify({ thanks: true }) };
};
