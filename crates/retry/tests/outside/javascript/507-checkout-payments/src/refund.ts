import Stripe from "stripe";

const stripe = new Stripe(process.env.STRIPE_SECRET_KEY as string);

interface RefundRequest {
  intent: string;
  amount: number;
  reason?: "duplicate" | "requested_by_customer";
}

export const handler = async (event: { body: string }) => {
  const request: RefundRequest = JSON.parse(event.body);
  const refund = await stripe.refunds.create({
    payment_intent: request.intent,
    amount: request.amount,
    reason: request.reason ?? "requested_by_customer",
  });
  return { statusCode: 201, body: JSON.stringify({ id: refund.id }) };
};
