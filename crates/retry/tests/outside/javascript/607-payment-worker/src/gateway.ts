import { randomUUID } from "node:crypto";
import Stripe from "stripe";

const stripe = new Stripe(process.env.STRIPE_KEY!);

export interface Charge {
  orderId: string;
  customer: string;
  amount: number;
  currency: string;
}

export const charge = ({ orderId, customer, amount, currency }: Charge, key = randomUUID()) =>
  stripe.paymentIntents.create(
    { customer, amount, currency, confirm: true, metadata: { orderId } },
    { idempotencyKey: key },
  );

export const refund = (paymentIntent: string, amount: number, key = randomUUID()) =>
  stripe.refunds.create({ payment_intent: paymentIntent, amount }, { idempotencyKey: key });
