const Redis = require("ioredis");

const redis = new Redis(process.env.REDIS_URL, { lazyConnect: false, maxRetriesPerRequest: 2 });
const HOLD_SECONDS = 2 * 24 * 3600;
const keyOf = (tool) => `tool:${tool}:holder`;

module.exports = { redis, keyOf, HOLD_SECONDS };
