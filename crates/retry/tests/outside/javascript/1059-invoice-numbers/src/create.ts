import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { knex } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { orderId, total } = JSON.parse(event.body!);
  if (typeof orderId !== "string" || typeof total !== "number") {
    return { statusCode: 400, body: JSON.stringify({ error: "orderId and total are required" }) };
  }
  const last = await knex("invoices").max("number as highest").first();
  const number = (last?.highest ?? 0) + 1;
  await knex("invoices").insert({ order_id: orderId, number, total }).onConflict("order_id").ignore();
  return { statusCode: 201, body: JSON.stringify({ orderId, number }) };
};
