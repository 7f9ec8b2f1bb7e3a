import Redis from 'ioredis';

const redis = new Redis(process.env.REDIS_URL!);
const key = (phone: string) => `otp:${phone}`;

export const codes = {
  keep: (phone: string, code: string) => redis.set(key(phone), code, 'EX', 300),
  find: (phone: string) => redis.get(key(phone)),
  spend: (phone: string) => redis.del(key(phone)),
};
