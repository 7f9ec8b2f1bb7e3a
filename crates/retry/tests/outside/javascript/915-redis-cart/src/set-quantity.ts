import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { z } from "zod";
import { cartKey, redis } from "./redis";

const Body = z.object({ quantity: z.number().int().min(0).max(99) });

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { cartId, sku } = event.pathParameters as { cartId: string; sku: string };
  const { quantity } = Body.parse(JSON.parse(event.body ?? "{}"));
  if (quantity === 0) {
    await redis.hdel(cartKey(cartId), sku);
  } else {
    await redis.hset(cartKey(cartId), sku, quantity);
  }
  return { statusCode: 200, body: JSON.stringify({ sku, quantity }) };
};
