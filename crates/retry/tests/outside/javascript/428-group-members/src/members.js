import Redis from "ioredis";

const redis = new Redis(process.env.REDIS_URL, { lazyConnect: true, maxRetriesPerRequest: 2 });

const keyOf = (group) => `group:${group}:members`;
const noContent = { statusCode: 204, body: "" };

const withParameters = (action) => async (event) => {
  const { group, user } = event.pathParameters;
  return action(keyOf(decodeURIComponent(group)), user);
};

export const join = withParameters(async (key, user) => {
  await redis.sadd(key, user);
  return noContent;
});

export const leave = withParameters(async (key, user) => {
  await redis.srem(key, user);
  return noContent;
});

export const list = withParameters(async (key) => {
  const members = await redis.smembers(key);
  return {
    statusCode: 200,
    body: JSON.stringify({ members: members.sort() }),
  };
});
