const redis = require("./redis");

exports.handler = async (event) => {
  const { poll } = event.pathParameters;
  const { voter, choice } = JSON.parse(event.body);
  const added = await redis.sadd(`poll:${poll}:voters`, voter);
  if (added === 1) {
    await redis.hincrby(`poll:${poll}:counts`, choice, 1);
  }
  return { statusCode: 200, body: JSON.stringify({ thanks: voter }) };
};
