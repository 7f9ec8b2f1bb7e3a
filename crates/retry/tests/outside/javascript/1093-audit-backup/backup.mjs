import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const s3 = new S3Client({});

async function backup(prefix, name) {
  const { Items = [] } = await db.send(new ScanCommand({ TableName: process.env.AUDIT }));
  const Key = `${prefix}/${name}.jsonl`;
  await s3.send(new PutObjectCommand({
    Bucket: process.env.BACKUPS,
    Key,
    Body: Items.map((item) => JSON.stringify(item)).join("\n"),
  }));
  return Key;
}

export const nightly = async (event, context) => {
  await backup("nightly", context.awsRequestId);
};

export const onDemand = async (event, context) => {
  const key = await backup("manual", context.awsRequestId);
  return { statusCode: 201, body: JSON.stringify({ key }) };
};
