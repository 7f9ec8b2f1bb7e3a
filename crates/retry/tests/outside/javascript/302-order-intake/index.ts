import type { SQSEvent } from "aws-lambda";
import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

interface Checkout {
  customer: string;
  lines: { sku: string; quantity: number }[];
}

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function handler(event: SQSEvent): Promise<void> {
  for (const record of event.Records) {
    const checkout = JSON.parse(record.body) as Checkout;
    const createdAt = new Date().toISOString();
    try {
      await doc.send(new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: "orders",
              Item: { orderId: record.messageId, ...checkout, status: "placed", createdAt },
              ConditionExpression: "attribute_not_exists(orderId)",
            },
          },
          {
            Put: {
              TableName: "outbox",
              Item: { id: `${record.messageId}#placed`, type: "OrderPlaced", customer: checkout.customer, createdAt },
            },
          },
        ],
      }));
    } catch (error) {
      if (error instanceof TransactionCanceledException && error.CancellationReasons?.[0]?.Code === "ConditionalCheckFailed") {
        console.info("already placed", record.messageId);
        continue;
      }
      throw error;
    }
  }
}
