import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { knex } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const orderId = event.pathParameters!.orderId!;
  const invoice = await knex("invoices").where({ order_id: orderId }).first();
  if (!invoice) return { statusCode: 404, body: "no invoice" };
  await knex("invoices").where({ order_id: orderId }).update({ printed: true });
  return { statusCode: 200, body: `Invoice ${invoice.number}: ${(invoice.total / 100).toFixed(2)} EUR` };
};
