import { format, subDays } from "date-fns";
import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";

const s3 = new S3Client({});
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const yesterday = (now = new Date()) => format(subDays(now, 1), "yyyy-MM-dd");

async function signupsOf(day) {
  const { Items = [] } = await doc.send(new QueryCommand({
    TableName: "signups",
    KeyConditionExpression: "#day = :day",
    ExpressionAttributeNames: { "#day": "day" },
    ExpressionAttributeValues: { ":day": day },
  }));
  return Items;
}

export const handler = async () => {
  const day = yesterday();
  const signups = await signupsOf(day);
  const lines = signups.map(({ userId, channel }) => `${userId};${channel}`);

  await s3.send(new PutObjectCommand({
    Bucket: "acme-reports",
    Key: `signups/${day}.csv`,
    Body: ["user;channel", ...lines].join("\n"),
  }));
};
