import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import { Logger } from "@aws-lambda-powertools/logger";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Context, SQSEvent, SQSRecord } from "aws-lambda";

const logger = new Logger();
const processor = new BatchProcessor(EventType.SQS);
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const recordHandler = async (record: SQSRecord): Promise<void> => {
  const { till, cents } = JSON.parse(record.body);
  try {
    await db.send(
      new PutCommand({
        TableName: process.env.SALES_TABLE,
        Item: { saleId: record.messageId, till, cents, ingestedAt: new Date().toISOString() },
        ConditionExpression: "attribute_not_exists(saleId)",
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    logger.info("sale is known", { saleId: record.messageId });
  }
};

export const handler = async (event: SQSEvent, context: Context) =>
  processPartialResponse(event, recordHandler, processor, { context });
