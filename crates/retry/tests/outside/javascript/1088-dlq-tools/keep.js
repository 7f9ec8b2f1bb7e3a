import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import { Logger } from "@aws-lambda-powertools/logger";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const processor = new BatchProcessor(EventType.SQS);
const logger = new Logger({ serviceName: "dlq-tools" });
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const keep = async (record) => {
  logger.info("keeping", { messageId: record.messageId, at: Date.now() });
  await db.send(new PutCommand({
    TableName: process.env.FAILED,
    Item: { messageId: record.messageId, body: record.body, sent: record.attributes.SentTimestamp },
  }));
};

export const handler = async (event, context) =>
  processPartialResponse(event, keep, processor, { context });
