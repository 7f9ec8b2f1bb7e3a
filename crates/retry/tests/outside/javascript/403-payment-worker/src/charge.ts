import type { SQSEvent } from "aws-lambda";
import Stripe from "stripe";
import { OrderRepository } from "./order-repository";

const stripe = new Stripe(process.env.STRIPE_KEY!);
const orders = new OrderRepository(process.env.ORDERS_TABLE!);

interface PaymentMessage {
  orderId: string;
  customer: string;
  cents: number;
}

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    const { orderId, customer, cents }: PaymentMessage = JSON.parse(record.body);

    if (await orders.isPaid(orderId)) {
      console.log(`order ${orderId} was paid before, skipping`);
      continue;
    }

    const charge = await stripe.charges.create({
      amount: cents,
      currency: "eur",
      customer,
      metadata: { orderId },
    });

    await orders.markPaid(orderId, charge.id);
  }
};
