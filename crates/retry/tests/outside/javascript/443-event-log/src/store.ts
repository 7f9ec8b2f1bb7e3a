import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import { Logger } from "@aws-lambda-powertools/logger";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { parse } from "./parse";

const processor = new BatchProcessor(EventType.SQS);
const logger = new Logger();
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const recordHandler = async ({ messageId, body }: SQSRecord): Promise<void> => {
  const event = parse(body);
  await client.send(
    new PutCommand({
      TableName: process.env.EVENTS_TABLE,
      Item: { id: messageId, ...event, receivedAt: Date.now() },
    }),
  );
  logger.info("stored", { messageId, type: event.type });
};

export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  processPartialResponse(event, recordHandler, processor, { context });
