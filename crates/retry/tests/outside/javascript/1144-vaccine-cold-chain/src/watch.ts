import type { KinesisStreamEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const MAX_CELSIUS = 8;

interface Measurement {
  fridge: string;
  celsius: number;
}

export const handler = async (event: KinesisStreamEvent): Promise<void> => {
  for (const { eventID, kinesis } of event.Records) {
    const text = Buffer.from(kinesis.data, "base64").toString("utf-8");
    const { fridge, celsius } = JSON.parse(text) as Measurement;
    if (celsius <= MAX_CELSIUS) continue;
    await db.send(new PutCommand({
      TableName: process.env.ALARMS,
      Item: { id: eventID, fridge, celsius, arrived: kinesis.approximateArrivalTimestamp },
    }));
  }
};
