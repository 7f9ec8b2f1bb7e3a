import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { S3Event } from "aws-lambda";
import { S3Client, GetObjectCommand } from "@aws-sdk/client-s3";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";

const s3 = new S3Client({});
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});
const TABLE = process.env.PRODUCTS!;

interface Product {
  sku: string;
  name: string;
  price: number;
}

const parse = (line: string): Product => {
  const [sku, name, price] = line.split(";").map((cell) => cell.trim());
  return { sku, name, price: Number(price) };
};

const flush = async (products: Product[]) => {
  if (products.length === 0) return;
  await db.send(
    new BatchWriteCommand({
      RequestItems: { [TABLE]: products.map((Item) => ({ PutRequest: { Item } })) },
    }),
  );
};

export const handler = async (event: S3Event) => {
  const [{ s3: source }] = event.Records;
  const object = await s3.send(
    new GetObjectCommand({
      Bucket: source.bucket.name,
      Key: decodeURIComponent(source.object.key.replace(/\+/g, " ")),
    }),
  );

  let batch: Product[] = [];
  for await (const line of createInterface({ input: object.Body as Readable })) {
    if (!line || line.startsWith("sku;")) continue;
    batch.push(parse(line));
    if (batch.length === 25) {
      await flush(batch);
      batch = [];
    }
  }
  await flush(batch);
};
