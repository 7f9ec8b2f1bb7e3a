const Redis = require("ioredis");

class RateLimiter {
  constructor(limit, windowSeconds) {
    this.redis = new Redis(process.env.REDIS_URL);
    this.limit = limit;
    this.windowSeconds = windowSeconds;
  }

  async allow(client) {
    const key = `rl:${client}`;
    const used = await this.redis.incr(key);
    if (used === 1) await this.redis.expire(key, this.windowSeconds);
    return used <= this.limit;
  }
}

module.exports = { RateLimiter };
