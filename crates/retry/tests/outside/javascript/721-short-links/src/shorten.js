import { createHash } from "node:crypto";
import { linkKey, redis } from "./redis.js";

// The same address always gets the same code, so shortening is idempotent.
const codeOf = (url) => createHash("sha256").update(url).digest("base64url");

export const handler = async (event) => {
  const { url } = JSON.parse(event.body);
  const code = codeOf(url);
  await redis.hset(linkKey(code), { url, visits: 0 });
  return { statusCode: 201, body: JSON.stringify({ code }) };
};
