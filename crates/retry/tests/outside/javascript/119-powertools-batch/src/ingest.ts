import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import { Logger } from "@aws-lambda-powertools/logger";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const processor = new BatchProcessor(EventType.SQS);
const logger = new Logger({ serviceName: "ingest" });
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const store = async (record: SQSRecord): Promise<void> => {
  const { device, celsius } = JSON.parse(record.body);
  logger.info("reading", { device });
  await db.send(
    new PutCommand({ TableName: "readings", Item: { id: record.messageId, device, celsius } })
  );
};

export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  processPartialResponse(event, store, processor, { context });
