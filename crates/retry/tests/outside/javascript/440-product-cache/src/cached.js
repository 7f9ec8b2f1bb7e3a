import Redis from "ioredis";

const redis = new Redis(process.env.REDIS_URL);

export const cached = (prefix, seconds, load) => async (id) => {
  const key = `${prefix}:${id}`;
  const hit = await redis.get(key);
  if (hit !== null) {
    return JSON.parse(hit);
  }
  const value = await load(id);
  await redis.set(key, JSON.stringify(value), "EX", seconds);
  return value;
};
