import Redis from 'ioredis';

export const redis = new Redis({ host: process.env.REDIS_HOST, lazyConnect: true, maxRetriesPerRequest: 2 });
export const board = (gameId) => `leaderboard:${gameId}`;
export const stats = (playerId) => `stats:${playerId}`;
