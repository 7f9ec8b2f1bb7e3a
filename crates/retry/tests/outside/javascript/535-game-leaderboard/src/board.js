import Redis from "ioredis";
import chunk from "lodash/chunk.js";

const redis = new Redis(process.env.REDIS_URL);
const board = (game) => `board:${game}`;

export const submit = async (event) => {
  const { player, score } = JSON.parse(event.body);
  if (!Number.isInteger(score) || score < 0) {
    return { statusCode: 400, body: "score must be a whole number" };
  }
  // only ever goes up
  await redis.zadd(board(event.pathParameters.game), "GT", score, player);
  return { statusCode: 204 };
};

export const top = async (event) => {
  const flat = await redis.zrevrange(board(event.pathParameters.game), 0, 9, "WITHSCORES");
  const entries = chunk(flat, 2).map(([player, score]) => ({ player, score: Number(score) }));
  return { statusCode: 200, body: JSON.stringify(entries) };
};
