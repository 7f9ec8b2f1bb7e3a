import { redis, stats } from './redis.js';

export const handler = async (event) => {
  const { winner, loser } = JSON.parse(event.Records[0].Sns.Message);
  await redis.hincrby(stats(winner), 'wins', 1);
  await redis.hincrby(stats(loser), 'losses', 1);
};
