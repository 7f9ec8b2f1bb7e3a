import { S3Client, GetObjectCommand } from "@aws-sdk/client-s3";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { parseReceipt } from "./parse.mjs";

const s3 = new S3Client({});
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event) => {
  const startedAt = Date.now();
  for (const record of event.Records) {
    const objectKey = decodeURIComponent(record.s3.object.key.replace(/\+/g, " "));
    const object = await s3.send(new GetObjectCommand({ Bucket: record.s3.bucket.name, Key: objectKey }));
    const receipt = parseReceipt(await object.Body.transformToString());
    await db.send(new PutCommand({
      TableName: process.env.RECEIPTS,
      Item: { objectKey, items: receipt.items, total: receipt.total },
    }));
  }
  console.log("extracted", event.Records.length, "in", Date.now() - startedAt, "ms");
};
