import type { ScheduledEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const s3 = new S3Client({});
const FIRST_DAY = new Date("2023-01-01T00:00:00Z");

interface Row {
  store: string;
  name: string;
  sold: number;
  returned: number;
}

const onDay = async (TableName: string, day: string) => {
  const { Items } = await db.query({
    TableName,
    KeyConditionExpression: "#day = :day",
    ExpressionAttributeNames: { "#day": "day" },
    ExpressionAttributeValues: { ":day": day },
  });
  return Items ?? [];
};

const sumByStore = (items: Record<string, any>[]) => {
  const sums = new Map<string, number>();
  for (const { store, amount } of items) sums.set(store, (sums.get(store) ?? 0) + amount);
  return sums;
};

export const handler = async (event: ScheduledEvent) => {
  const yesterday = new Date(event.time);
  yesterday.setUTCDate(yesterday.getUTCDate() - 1);
  const day = yesterday.toISOString().slice(0, 10);
  const edition = Math.floor((yesterday.getTime() - FIRST_DAY.getTime()) / 86_400_000) + 1;

  const [orders, returns, stores] = await Promise.all([
    onDay(process.env.ORDERS!, day),
    onDay(process.env.RETURNS!, day),
    db.scan({ TableName: process.env.STORES }).then((r) => r.Items ?? []),
  ]);
  const sold = sumByStore(orders);
  const returned = sumByStore(returns);

  const rows: Row[] = stores
    .map(({ store, name }) => ({
      store,
      name,
      sold: sold.get(store) ?? 0,
      returned: returned.get(store) ?? 0,
    }))
    .sort((a, b) => b.sold - a.sold || a.name.localeCompare(b.name));

  await s3.send(
    new PutObjectCommand({
      Bucket: process.env.REPORTS,
      Key: `daily/${day}.json`,
      Body: JSON.stringify({ edition, day, rows }),
    }),
  );
};
