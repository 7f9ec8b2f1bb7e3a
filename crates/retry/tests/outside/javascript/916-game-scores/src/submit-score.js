import { board, redis } from './redis.js';

export const handler = async (event) => {
  const { gameId } = event.pathParameters;
  const { playerId, score } = JSON.parse(event.body);
  if (!playerId || !Number.isFinite(score)) {
    return { statusCode: 400, body: JSON.stringify({ error: 'playerId and score are required' }) };
  }
  // GT: only a better score replaces the old one
  await redis.zadd(board(gameId), 'GT', score, playerId);
  return { statusCode: 202, body: JSON.stringify({ accepted: true }) };
};
