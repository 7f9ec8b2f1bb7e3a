const Redis = require("ioredis");

const redis = new Redis({ host: process.env.REDIS_HOST });

async function withLock(name, seconds, work) {
  const key = `lock:${name}`;
  const acquired = await redis.set(key, "held", "EX", seconds, "NX");
  if (acquired !== "OK") {
    console.log(`${name} is running`);
    return { skipped: true };
  }
  try {
    return await work();
  } finally {
    await redis.del(key);
  }
}

module.exports = { withLock };
