import { board, redis } from './redis.js';

export const handler = async (event) => {
  const flat = await redis.zrevrange(board(event.pathParameters.gameId), 0, 9, 'WITHSCORES');
  const top = [];
  for (let i = 0; i < flat.length; i += 2) {
    top.push({ rank: i / 2 + 1, playerId: flat[i], score: Number(flat[i + 1]) });
  }
  return { statusCode: 200, body: JSON.stringify({ top }) };
};
