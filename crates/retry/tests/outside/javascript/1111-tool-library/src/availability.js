const { redis, keyOf } = require("./redis");

exports.handler = async (event) => {
  const holder = await redis.get(keyOf(event.pathParameters.tool));
  return { statusCode: 200, body: JSON.stringify({ available: holder === null }) };
};
