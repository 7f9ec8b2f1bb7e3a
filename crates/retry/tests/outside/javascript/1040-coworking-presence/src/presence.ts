import { Redis } from 'ioredis';

const redis = new Redis(process.env.REDIS_URL as string);
const keyOf = (room: string) => `presence:${room}`;

type Event = { pathParameters: { room: string; person: string } };

export const heartbeat = async ({ pathParameters: { room, person } }: Event) => {
  await redis.hset(keyOf(room), person, Date.now());
  return { statusCode: 204 };
};

export const leave = async ({ pathParameters: { room, person } }: Event) => {
  await redis.hdel(keyOf(room), person);
  return { statusCode: 204 };
};

export const people = async ({ pathParameters: { room } }: Event) => {
  const seen = await redis.hgetall(keyOf(room));
  const body = Object.entries(seen).map(([person, at]) => ({ person, lastSeen: Number(at) }));
  return { statusCode: 200, body: JSON.stringify(body) };
};
