import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { SQSEvent } from "aws-lambda";
import { db, stripe } from "./clients";

interface ChargeOrder {
  orderId: string;
  customer: string;
  paymentMethod: string;
  amount: number;
  currency: string;
}

async function capture(order: ChargeOrder, idempotencyKey: string) {
  return stripe.paymentIntents.create(
    {
      amount: order.amount,
      currency: order.currency,
      customer: order.customer,
      payment_method: order.paymentMethod,
      confirm: true,
      off_session: true,
      metadata: { orderId: order.orderId, submittedAt: new Date().toISOString() },
    },
    { idempotencyKey },
  );
}

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    const order: ChargeOrder = JSON.parse(record.body);
    const intent = await capture(order, `charge-${order.orderId}`);
    await db.send(
      new PutCommand({
        TableName: process.env.PAYMENTS_TABLE,
        Item: { orderId: order.orderId, intent: intent.id, amount: order.amount },
      }),
    );
  }
};
