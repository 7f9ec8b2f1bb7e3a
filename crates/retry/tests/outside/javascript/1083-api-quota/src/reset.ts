import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { counter, redis } from "./redis";

export const handler = async (event: APIGatewayProxyEventV2) => {
  await redis.del(counter(event.headers["x-client"]!));
  return { statusCode: 204 };
};
