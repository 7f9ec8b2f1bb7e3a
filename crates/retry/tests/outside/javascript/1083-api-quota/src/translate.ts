import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { counter, limit, redis } from "./redis";

const WORDS: Record<string, string> = { hello: "bonjour", bye: "au revoir" };

export const handler = async (event: APIGatewayProxyEventV2) => {
  const client = event.headers["x-client"];
  if (!client) return { statusCode: 401, body: "who are you?" };
  const used = await redis.incr(counter(client));
  if (used > limit) return { statusCode: 429, body: "quota exceeded" };
  const { word } = JSON.parse(event.body!);
  return { statusCode: 200, body: WORDS[word] ?? word };
};
