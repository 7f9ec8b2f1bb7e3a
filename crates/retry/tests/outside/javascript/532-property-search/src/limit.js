const Redis = require("ioredis");

const redis = new Redis(process.env.REDIS_URL);
const LIMIT = 30;

exports.overLimit = async (client) => {
  const key = `rate:${client}`;
  const count = await redis.incr(key);
  if (count === 1) await redis.expire(key, 60);
  return count > LIMIT;
};
