import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { counter, limit, redis } from "./redis";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const used = await redis.get(counter(event.headers["x-client"]!));
  return { statusCode: 200, body: JSON.stringify({ used: Number(used ?? 0), limit }) };
};
