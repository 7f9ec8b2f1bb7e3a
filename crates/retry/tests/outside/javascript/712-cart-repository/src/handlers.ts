import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import { CartService, ConflictError } from "./cart";
import { DynamoCarts } from "./dynamoCarts";

const service = new CartService(new DynamoCarts(process.env.CARTS!));

async function answer(work: () => Promise<void>): Promise<APIGatewayProxyResultV2> {
  try {
    await work();
    return { statusCode: 204 };
  } catch (error) {
    if (error instanceof ConflictError) return { statusCode: 409, body: "try again" };
    throw error;
  }
}

export const addItem = async (event: APIGatewayProxyEventV2) => {
  const { user } = event.pathParameters as { user: string };
  const { request, sku, qty } = JSON.parse(event.body!);
  return answer(() => service.add(user, request, sku, qty));
};

export const setQuantity = async (event: APIGatewayProxyEventV2) => {
  const { user, sku } = event.pathParameters as { user: string; sku: string };
  const { qty } = JSON.parse(event.body!);
  return answer(() => service.set(user, sku, qty));
};
