const Redis = require("ioredis");

class Quota {
  constructor({ host, limit, window }) {
    this.redis = new Redis({ host, lazyConnect: true });
    this.limit = limit;
    this.window = window;
  }

  async take(tenant, month) {
    const key = ["quota", tenant, month].join(":");
    const used = await this.redis.incr(key);
    if (used === 1) {
      await this.redis.expire(key, this.window);
    }
    return { allowed: used <= this.limit, remaining: Math.max(0, this.limit - used) };
  }
}

module.exports = { Quota };
