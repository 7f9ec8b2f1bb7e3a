import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { PutItemCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";

const s3 = new S3Client({});
const db = new DynamoDBClient({});

async function rows(bucket, key) {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  const text = await Body.transformToString("utf-8");
  return text.split("\n").filter((line) => line !== "").map((line) => line.split(","));
}

export const handler = async (event) => {
  const { bucket, object } = event.Records[0].s3;
  for (const [sku, price] of await rows(bucket.name, object.key)) {
    await db.send(new PutItemCommand({
      TableName: process.env.PRICES,
      Item: { sku: { S: sku }, price: { N: price } },
    }));
  }
};
