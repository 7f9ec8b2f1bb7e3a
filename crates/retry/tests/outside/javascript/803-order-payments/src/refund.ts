import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import Stripe from "stripe";
import { getOrder, markRefunded } from "./orders";

const stripe = new Stripe(process.env.STRIPE_SECRET_KEY!);

const respond = (statusCode: number, body: object): APIGatewayProxyResult => ({
  statusCode,
  body: JSON.stringify(body),
});

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const orderId = event.pathParameters!.orderId!;
  const order = await getOrder(orderId);
  if (!order) return respond(404, { message: "Order not found" });
  if (order.status !== "paid") return respond(409, { message: `Order is ${order.status}` });

  await stripe.refunds.create({ payment_intent: order.paymentIntentId!, reason: "requested_by_customer" });
  await markRefunded(orderId);
  return respond(200, { orderId, status: "refunded" });
};
