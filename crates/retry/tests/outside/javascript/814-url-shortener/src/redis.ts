import Redis from "ioredis";

export const redis = new Redis(process.env.REDIS_URL!);

export const linkKey = (code: string) => `link:${code}`;
export const hitsKey = (code: string) => `hits:${code}`;
