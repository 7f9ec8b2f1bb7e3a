import { createHash } from "node:crypto";
import type { APIGatewayProxyHandlerV2 } from "aws-lambda";
import { z } from "zod";
import { linkKey, redis } from "./redis";

const Body = z.object({ url: z.string().url() });

const codeFor = (url: string) => createHash("sha256").update(url).digest("base64url").slice(0, 8);

export const handler: APIGatewayProxyHandlerV2 = async (event) => {
  const parsed = Body.safeParse(JSON.parse(event.body ?? "{}"));
  if (!parsed.success) {
    return { statusCode: 400, body: JSON.stringify({ message: "a valid url is required" }) };
  }
  const { url } = parsed.data;
  const code = codeFor(url);

  await redis.set(linkKey(code), url, "NX");
  const stored = await redis.get(linkKey(code));
  if (stored !== url) {
    return { statusCode: 409, body: JSON.stringify({ message: "code is taken" }) };
  }
  return { statusCode: 201, body: JSON.stringify({ code, shortUrl: `${process.env.BASE_URL}/${code}` }) };
};
