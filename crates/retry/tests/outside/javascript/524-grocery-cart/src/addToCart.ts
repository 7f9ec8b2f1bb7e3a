import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { carts } from "./mongo";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const cartId = event.pathParameters!.cartId!;
  const { sku, quantity, unitPriceCents } = JSON.parse(event.body!);

  await carts().updateOne(
    { _id: cartId },
    {
      $push: { items: { sku, quantity } },
      $inc: { totalCents: quantity * unitPriceCents },
    },
    { upsert: true },
  );
  return { statusCode: 204 };
};
