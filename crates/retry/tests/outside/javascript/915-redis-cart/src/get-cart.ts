import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { cartKey, redis } from "./redis";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const fields = await redis.hgetall(cartKey(event.pathParameters!.cartId!));
  const items = Object.entries(fields).map(([sku, quantity]) => ({ sku, quantity: Number(quantity) }));
  return { statusCode: 200, body: JSON.stringify({ items }) };
};
