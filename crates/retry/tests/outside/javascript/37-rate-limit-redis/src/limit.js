const Redis = require("ioredis");

let redis;
const LIMIT = 100;
const WINDOW_SECONDS = 60;

exports.handler = async (event) => {
  if (!redis) {
    redis = new Redis(process.env.REDIS_URL, { lazyConnect: true, maxRetriesPerRequest: 1 });
    await redis.connect();
  }
  const ip = event.requestContext.http.sourceIp;
  const key = `rate:${ip}`;
  const used = await redis.incr(key);
  if (used === 1) {
    await redis.expire(key, WINDOW_SECONDS);
  }
  if (used > LIMIT) {
    return { statusCode: 429, headers: { "retry-after": String(WINDOW_SECONDS) }, body: "" };
  }
  return {
    statusCode: 200,
    headers: { "x-ratelimit-remaining": String(LIMIT - used) },
    body: JSON.stringify({ ok: true }),
  };
};
