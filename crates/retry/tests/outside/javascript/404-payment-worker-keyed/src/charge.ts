import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import Stripe from "stripe";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const stripe = new Stripe(process.env.STRIPE_KEY!);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function pay(record: SQSRecord): Promise<void> {
  const { orderId, customer, cents } = JSON.parse(record.body) as {
    orderId: string;
    customer: string;
    cents: number;
  };

  const intent = await stripe.paymentIntents.create(
    { amount: cents, currency: "eur", customer, confirm: true, off_session: true },
    { idempotencyKey: `charge-${record.messageId}` },
  );

  await client.send(
    new PutCommand({
      TableName: process.env.PAYMENTS_TABLE,
      Item: { paymentId: record.messageId, orderId, cents, intent: intent.id, status: intent.status },
    }),
  );
}

export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const batchItemFailures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    try {
      await pay(record);
    } catch (error) {
      console.error("payment failed", { messageId: record.messageId, error });
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
};
