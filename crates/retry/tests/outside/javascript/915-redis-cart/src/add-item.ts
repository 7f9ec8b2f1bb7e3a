import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { z } from "zod";
import { cartKey, redis } from "./redis";

const Item = z.object({ sku: z.string().min(1), quantity: z.number().int().positive().default(1) });

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { sku, quantity } = Item.parse(JSON.parse(event.body ?? "{}"));
  const total = await redis.hincrby(cartKey(event.pathParameters!.cartId!), sku, quantity);
  return { statusCode: 200, body: JSON.stringify({ sku, quantity: total }) };
};
