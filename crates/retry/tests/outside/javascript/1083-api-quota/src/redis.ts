import Redis from "ioredis";

export const redis = new Redis(process.env.REDIS_URL!);
export const limit = parseInt(process.env.LIMIT ?? "100", 10);
export const counter = (client: string) => `quota:${client}`;
