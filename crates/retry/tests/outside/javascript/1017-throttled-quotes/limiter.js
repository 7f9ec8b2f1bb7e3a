'use strict';
const Redis = require('ioredis');
const redis = new Redis({ host: process.env.REDIS_HOST });

exports.allow = async (apiKey) => {
  const key = `limit:${apiKey}`;
  const used = await redis.incr(key);
  if (used === 1) await redis.expire(key, 60);
  return used <= Number(process.env.LIMIT);
};
