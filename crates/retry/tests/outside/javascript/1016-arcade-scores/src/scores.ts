import { z } from 'zod';
import { redis } from './redis';

const Score = z.object({ player: z.string().min(1), score: z.number().int().nonnegative() });

export const submit = async (event: any) => {
  const result = Score.safeParse(JSON.parse(event.body));
  if (!result.success) return { statusCode: 400, body: 'invalid score' };
  const { player, score } = result.data;
  // only the best score of a player counts
  await redis.zadd(`board:${event.pathParameters.board}`, 'GT', score, player);
  return { statusCode: 202, body: JSON.stringify({ player, score }) };
};

export const top = async (event: any) => {
  const flat = await redis.zrevrange(`board:${event.pathParameters.board}`, 0, 9, 'WITHSCORES');
  const entries: { player: string; score: number }[] = [];
  for (let i = 0; i < flat.length; i += 2) entries.push({ player: flat[i], score: Number(flat[i + 1]) });
  return { statusCode: 200, body: JSON.stringify(entries) };
};
