import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { SQSEvent } from "aws-lambda";
import { db, stripe } from "./clients";

export const handler = async (event: SQSEvent): Promise<void> => {
  const [record] = event.Records;
  const { refundId, intent, amount } = JSON.parse(record.body) as {
    refundId: string;
    intent: string;
    amount: number;
  };

  const refund = await stripe.refunds.create(
    { payment_intent: intent, amount },
    { idempotencyKey: `refund-${refundId}` },
  );

  await db.send(
    new PutCommand({
      TableName: process.env.REFUNDS_TABLE,
      Item: { refundId, intent, amount, stripeId: refund.id },
    }),
  );
};
