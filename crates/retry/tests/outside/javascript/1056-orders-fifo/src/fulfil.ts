import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { db } from "./clients";

async function fulfil(messageId: string, sku: string, quantity: number): Promise<void> {
  try {
    await db.send(new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName: process.env.DONE_TABLE, Item: { messageId }, ConditionExpression: "attribute_not_exists(messageId)" } },
        {
          Update: {
            TableName: process.env.STOCK_TABLE,
            Key: { sku },
            UpdateExpression: "ADD available :minus",
            ExpressionAttributeValues: { ":minus": -quantity },
          },
        },
      ],
    }));
  } catch (error) {
    if (error instanceof TransactionCanceledException
      && error.CancellationReasons?.[0]?.Code === "ConditionalCheckFailed") {
      console.info("already fulfilled", messageId);
      return;
    }
    throw error;
  }
}

export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const failures: { itemIdentifier: string }[] = [];
  for (const record of event.Records) {
    try {
      const { sku, quantity } = JSON.parse(record.body);
      await fulfil(record.messageId, sku, quantity);
    } catch (error) {
      console.error(error);
      failures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures: failures };
};
