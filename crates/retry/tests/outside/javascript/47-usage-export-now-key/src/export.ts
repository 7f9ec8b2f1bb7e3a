import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import dayjs from "dayjs";

const s3 = new S3Client({});
const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const line = (r: Record<string, any>) => [r.tenant, r.metric, r.value].join(";");

export const handler = async (event: { tenant: string }): Promise<{ key: string; rows: number }> => {
  const { Items = [], Count = 0 } = await ddb.send(
    new QueryCommand({
      TableName: process.env.USAGE_TABLE,
      KeyConditionExpression: "tenant = :t",
      ExpressionAttributeValues: { ":t": event.tenant },
    }),
  );
  const key = `exports/${event.tenant}/${dayjs().format("YYYYMMDD-HHmmss")}.csv`;
  await s3.send(
    new PutObjectCommand({
      Bucket: process.env.EXPORT_BUCKET,
      Key: key,
      Body: Items.map(line).join("\n"),
      ContentType: "text/csv",
    }),
  );
  return { key, rows: Count };
};
