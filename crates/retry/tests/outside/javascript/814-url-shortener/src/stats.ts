import type { APIGatewayProxyHandlerV2 } from "aws-lambda";
import { hitsKey, linkKey, redis } from "./redis";

export const handler: APIGatewayProxyHandlerV2 = async (event) => {
  const code = event.pathParameters!.code!;
  const [url, hits] = await Promise.all([redis.get(linkKey(code)), redis.get(hitsKey(code))]);
  if (!url) return { statusCode: 404, body: JSON.stringify({ message: "Not found" }) };
  return { statusCode: 200, body: JSON.stringify({ code, url, hits: Number(hits ?? 0) }) };
};
