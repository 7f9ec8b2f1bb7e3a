import { randomUUID } from "node:crypto";
import Redis from "ioredis";

const redis = new Redis(process.env.REDIS_URL as string);
const TTL_SECONDS = 8 * 3600;
const keyOf = (token: string) => `session:${token}`;

export async function startSession(email: string): Promise<string> {
  const token = randomUUID();
  await redis.set(keyOf(token), email, "EX", TTL_SECONDS);
  return token;
}

export async function sessionUser(token: string): Promise<string | null> {
  return redis.get(keyOf(token));
}

export async function endSession(token: string): Promise<void> {
  await redis.del(keyOf(token));
}
