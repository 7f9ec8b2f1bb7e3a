import { BatchProcessor, EventType, processPartialResponse } from "@aws-lambda-powertools/batch";
import { Logger } from "@aws-lambda-powertools/logger";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { SQSHandler, SQSRecord } from "aws-lambda";
import { db, requireEnv } from "./db";

const logger = new Logger({ serviceName: "ingest" });
const processor = new BatchProcessor(EventType.SQS);
const TableName = requireEnv("READINGS_TABLE");

interface Reading {
  farm: string;
  inverter: string;
  minute: string;
  wattHours: number;
}

const recordHandler = async (record: SQSRecord): Promise<void> => {
  const { farm, inverter, minute, wattHours } = JSON.parse(record.body) as Reading;
  try {
    await db.send(new PutCommand({
      TableName,
      Item: { inverter, minute, farm, wattHours },
      ConditionExpression: "attribute_not_exists(inverter)",
    }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    logger.info("reading is known", { inverter, minute });
  }
};

export const handler: SQSHandler = async (event, context) =>
  processPartialResponse(event, recordHandler, processor, { context });
