import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { SQSHandler, SQSRecord } from "aws-lambda";
import { ddb, logger } from "./clients";

const processor = new BatchProcessor(EventType.SQS);
const POINTS_PER_EURO = 10;

const recordHandler = async (record: SQSRecord): Promise<void> => {
  const { userId, amountCents } = JSON.parse(record.body);
  const points = Math.floor((amountCents / 100) * POINTS_PER_EURO);
  try {
    await ddb.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: process.env.PROCESSED_TABLE,
              Item: { messageId: record.messageId, userId },
              ConditionExpression: "attribute_not_exists(messageId)",
            },
          },
          {
            Update: {
              TableName: process.env.ACCOUNTS_TABLE,
              Key: { userId },
              UpdateExpression: "ADD points :points",
              ExpressionAttributeValues: { ":points": points },
            },
          },
        ],
      }),
    );
  } catch (error) {
    if (
      error instanceof TransactionCanceledException &&
      error.CancellationReasons?.[0]?.Code === "ConditionalCheckFailed"
    ) {
      logger.info("already processed", { messageId: record.messageId });
      return;
    }
    throw error;
  }
};

export const handler: SQSHandler = async (event, context) =>
  processPartialResponse(event, recordHandler, processor, { context });
