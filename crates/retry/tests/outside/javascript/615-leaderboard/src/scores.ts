import Redis from "ioredis";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const redis = new Redis(process.env.REDIS_URL!);

const board = (event: APIGatewayProxyEventV2) => `board:${event.pathParameters!.game}`;

export const submit = async (event: APIGatewayProxyEventV2) => {
  const { score } = JSON.parse(event.body ?? "{}") as { score: number };
  const player = event.pathParameters!.player!;
  // keeps the best score of each player
  await redis.zadd(board(event), "GT", score, player);
  return { statusCode: 204 };
};

export const top = async (event: APIGatewayProxyEventV2) => {
  const flat = await redis.zrevrange(board(event), 0, 9, "WITHSCORES");
  const ranking: { player: string; score: number }[] = [];
  for (let i = 0; i < flat.length; i += 2) {
    ranking.push({ player: flat[i], score: Number(flat[i + 1]) });
  }
  return { statusCode: 200, body: JSON.stringify(ranking) };
};
