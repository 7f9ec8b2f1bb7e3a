import type { EventBridgeEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

interface Detail {
  device: string;
  readings: { metric: string; value: number }[];
}

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

let sequence = 0;
const next = (): string => String(++sequence).padStart(8, "0");

export const handler = async (event: EventBridgeEvent<"Reading", Detail>): Promise<void> => {
  const { device, readings } = event.detail;
  for (const reading of readings) {
    await doc.send(new PutCommand({
      TableName: "device-events",
      Item: { device, position: `${event.time}#${next()}`, ...reading },
    }));
  }
};
