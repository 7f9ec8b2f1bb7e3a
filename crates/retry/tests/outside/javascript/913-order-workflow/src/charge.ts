import Stripe from "stripe";
import type { Order, PaidOrder } from "./types";

const stripe = new Stripe(process.env.STRIPE_KEY!);

export const handler = async (order: Order): Promise<PaidOrder> => {
  const intent = await stripe.paymentIntents.create(
    {
      amount: order.amount,
      currency: order.currency,
      customer: order.customerId,
      payment_method: order.paymentMethod,
      off_session: true,
      confirm: true,
      metadata: { orderId: order.orderId },
    },
    { idempotencyKey: `order-${order.orderId}` },
  );
  return { ...order, paymentId: intent.id };
};
