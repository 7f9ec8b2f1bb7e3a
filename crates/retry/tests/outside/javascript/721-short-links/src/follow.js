import { linkKey, redis } from "./redis.js";

export const handler = async (event) => {
  const key = linkKey(event.pathParameters.code);
  const url = await redis.hget(key, "url");
  if (!url) return { statusCode: 404 };
  await redis.hincrby(key, "visits", 1);
  return { statusCode: 302, headers: { location: url } };
};
