import type { APIGatewayProxyEventV2 } from "aws-lambda";
import Stripe from "stripe";
import { load, mark } from "./orders";

const stripe = new Stripe(process.env.STRIPE_KEY!);

export const handler = async (event: APIGatewayProxyEventV2) => {
  const id = event.pathParameters!.id!;
  const order = await load(id);
  if (!order) return { statusCode: 404, body: JSON.stringify({ message: "no such order" }) };
  if (order.refundRequested) {
    return { statusCode: 409, body: JSON.stringify({ message: "refund was requested before" }) };
  }
  await stripe.refunds.create({ payment_intent: order.paymentIntent }, { idempotencyKey: `refund-${id}` });
  await mark(id, "refundRequested");
  return { statusCode: 202, body: JSON.stringify({ id }) };
};
