const { redis, keyOf } = require("./redis");

exports.handler = async (event) => {
  const key = keyOf(event.pathParameters.tool);
  const member = event.queryStringParameters?.member;
  if ((await redis.get(key)) === member) {
    await redis.del(key);
  }
  return { statusCode: 204 };
};
