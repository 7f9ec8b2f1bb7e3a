const Redis = require("ioredis");

const redis = new Redis(process.env.REDIS_URL);

module.exports.withLock = async (name, ttlSeconds, work) => {
  const acquired = await redis.set(`lock:${name}`, "1", "EX", ttlSeconds, "NX");
  if (acquired !== "OK") {
    console.log(`${name} is being processed elsewhere`);
    return undefined;
  }
  try {
    return await work();
  } finally {
    await redis.del(`lock:${name}`);
  }
};
