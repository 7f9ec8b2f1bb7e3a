import type { APIGatewayProxyHandlerV2 } from "aws-lambda";
import { hitsKey, linkKey, redis } from "./redis";

export const handler: APIGatewayProxyHandlerV2 = async (event) => {
  const code = event.pathParameters!.code!;
  const url = await redis.get(linkKey(code));
  if (!url) return { statusCode: 404, body: "Not found" };

  await redis.incr(hitsKey(code));
  return { statusCode: 302, headers: { location: url, "cache-control": "no-store" } };
};
