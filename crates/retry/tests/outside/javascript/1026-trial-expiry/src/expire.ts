import { endedTrials, expire } from './subscriptions';

export const handler = async (event: { time: string }) => {
  const accounts = await endedTrials(event.time);
  console.log(`${accounts.length} trials have ended`);
  for (const account of accounts) await expire(account);
};
