import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import Stripe from "stripe";
import { z } from "zod";
import { getOrder, markPaid } from "./orders";

const stripe = new Stripe(process.env.STRIPE_SECRET_KEY!);

const Body = z.object({ paymentMethod: z.string() });

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const orderId = event.pathParameters!.orderId!;
  const { paymentMethod } = Body.parse(JSON.parse(event.body ?? "{}"));

  const order = await getOrder(orderId);
  if (!order) {
    return { statusCode: 404, body: JSON.stringify({ message: "Order not found" }) };
  }

  const intent = await stripe.paymentIntents.create(
    {
      amount: order.total,
      currency: order.currency,
      payment_method: paymentMethod,
      confirm: true,
      metadata: { orderId },
    },
    { idempotencyKey: `charge-${orderId}` },
  );
  await markPaid(orderId, intent.id);

  return { statusCode: 200, body: JSON.stringify({ orderId, status: "paid" }) };
};
