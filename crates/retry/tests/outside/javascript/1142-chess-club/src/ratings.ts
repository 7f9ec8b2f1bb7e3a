import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Board, redis } from "./redis";

export async function report(event: APIGatewayProxyEventV2) {
  const { rating } = JSON.parse(event.body ?? "{}") as { rating: number };
  if (!Number.isInteger(rating)) return { statusCode: 400 };
  await redis.zadd(Board.BestRating, "GT", rating, event.pathParameters!.player!);
  return { statusCode: 204 };
}

export async function best() {
  const players = await redis.zrevrange(Board.BestRating, 0, 9);
  return { statusCode: 200, body: JSON.stringify({ players }) };
}
