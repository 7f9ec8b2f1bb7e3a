import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { buildContext, toCsv } from "./context.js";

const s3 = new S3Client({});
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const loadContacts = async (tenant) => {
  const { Items = [] } = await doc.send(new QueryCommand({
    TableName: "contacts",
    KeyConditionExpression: "tenant = :t",
    ExpressionAttributeValues: { ":t": tenant },
  }));
  return Items;
};

export const handler = async (event) => {
  const ctx = buildContext(event.detail);
  const rows = await loadContacts(ctx.tenant);
  const target = { Bucket: "acme-exports", Key: ctx.path("contacts.csv") };

  await s3.send(new PutObjectCommand({ ...target, Body: toCsv(rows, ctx.columns), ContentType: "text/csv" }));
  console.info("exported", { ...target, rows: rows.length });
};
