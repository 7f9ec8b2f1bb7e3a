import type { KinesisStreamEvent, KinesisStreamRecord } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

type Usage = { account: string; bytes: number };

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const decode = (record: KinesisStreamRecord): Usage =>
  JSON.parse(Buffer.from(record.kinesis.data, "base64").toString("utf8"));

function fold(usages: Usage[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { account, bytes } of usages) {
    totals.set(account, (totals.get(account) ?? 0) + bytes);
  }
  return totals;
}

export const handler = async (event: KinesisStreamEvent): Promise<void> => {
  const totals = fold(event.Records.map(decode));
  for (const [account, bytes] of totals) {
    await doc.send(new UpdateCommand({
      TableName: "usage",
      Key: { account },
      UpdateExpression: "ADD bytes :bytes",
      ExpressionAttributeValues: { ":bytes": bytes },
    }));
  }
};
