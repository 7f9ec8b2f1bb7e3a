import Redis from 'ioredis';

const redis = new Redis(process.env.REDIS_URL!);

export async function withLock<T>(name: string, seconds: number, work: () => Promise<T>): Promise<T | undefined> {
  const locked = await redis.set(`lock:${name}`, '1', 'EX', seconds, 'NX');
  if (locked !== 'OK') {
    console.log('somebody else holds', name);
    return undefined;
  }
  try {
    return await work();
  } finally {
    await redis.del(`lock:${name}`);
  }
}
