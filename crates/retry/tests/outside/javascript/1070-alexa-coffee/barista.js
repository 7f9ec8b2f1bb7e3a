const { take, waiting } = require("./orders");

exports.queue = async () => ({ statusCode: 200, body: JSON.stringify(await waiting()) });

exports.finish = async (event) => {
  const order = await take(event.pathParameters.order);
  if (!order) return { statusCode: 404, body: JSON.stringify({ message: "no such order" }) };
  return { statusCode: 200, body: JSON.stringify({ finished: order.drink }) };
};
