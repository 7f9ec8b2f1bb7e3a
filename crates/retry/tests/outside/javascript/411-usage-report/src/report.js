import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Clock } from "./clock.js";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const s3 = new S3Client({});

export const handler = async () => {
  const clock = new Clock();
  const lines = ["tenant,day,requests"];

  const pages = paginateScan({ client }, { TableName: process.env.USAGE_TABLE });
  for await (const { Items = [] } of pages) {
    lines.push(...Items.map(({ tenant, day, requests }) => `${tenant},${day},${requests}`));
  }

  await s3.send(
    new PutObjectCommand({
      Bucket: process.env.REPORTS_BUCKET,
      Key: `usage/${clock.stamp}.csv`,
      Body: lines.join("\n"),
      ContentType: "text/csv",
    }),
  );
};
