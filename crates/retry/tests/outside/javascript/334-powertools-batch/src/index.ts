import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import { Logger } from "@aws-lambda-powertools/logger";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { saveReading, Reading } from "./readings";

const processor = new BatchProcessor(EventType.SQS);
const logger = new Logger({ serviceName: "meters" });

const recordHandler = async (record: SQSRecord): Promise<void> => {
  const reading: Reading = JSON.parse(record.body);
  await saveReading(record.messageId, reading);
  logger.debug("saved", { meter: reading.meter });
};

export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  processPartialResponse(event, recordHandler, processor, { context });
