const Redis = require("ioredis");

const redis = new Redis({ host: process.env.REDIS_HOST, port: 6379 });

const ridersKey = (bus) => `bus:${bus}:riders`;

exports.board = async ({ pathParameters: { bus, rider } }) => {
  const added = await redis.sadd(ridersKey(bus), rider);
  if (added === 0) {
    return { statusCode: 409, body: JSON.stringify({ message: "rider is on the bus already" }) };
  }
  return { statusCode: 201, body: "" };
};

exports.alight = async ({ pathParameters: { bus, rider } }) => {
  await redis.srem(ridersKey(bus), rider);
  return { statusCode: 204, body: "" };
};

exports.riders = async ({ pathParameters: { bus } }) => {
  const riders = await redis.smembers(ridersKey(bus));
  return { statusCode: 200, body: JSON.stringify({ riders: riders.sort() }) };
};
