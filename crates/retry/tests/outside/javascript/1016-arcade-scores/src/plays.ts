import { redis } from './redis';

export const handler = async (event: { Records: { body: string }[] }) => {
  for (const { body } of event.Records) {
    const { game } = JSON.parse(body);
    await redis.hincrby('plays', game, 1);
  }
};
