import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

export interface Reading {
  meter: string;
  kwh: number;
  takenAt: string;
}

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function saveReading(id: string, { meter, kwh, takenAt }: Reading): Promise<void> {
  await doc.send(new PutCommand({
    TableName: "readings",
    Item: { id, meter, wh: Math.round(kwh * 1000), takenAt, day: takenAt.slice(0, 10) },
  }));
}
