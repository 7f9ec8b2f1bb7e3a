const { createClient } = require("redis");

const redis = createClient({ url: process.env.REDIS_URL });
const ready = redis.connect();

exports.enter = async (event) => {
  await ready;
  const { basket, article, count } = JSON.parse(event.body);
  await redis.hSet(`basket:${basket}`, article, count);
  return { statusCode: 204 };
};

exports.leave = async (event) => {
  await ready;
  const { basket } = JSON.parse(event.body);
  await redis.del(`basket:${basket}`);
  return { statusCode: 204 };
};

exports.look = async (event) => {
  await ready;
  const { basket, article } = event.queryStringParameters;
  return { statusCode: 200, body: await redis.hGet(`basket:${basket}`, article) };
};
