import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const s3 = new S3Client({});
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const subjectOf = (event: APIGatewayProxyEvent): string =>
  event.requestContext.authorizer!.claims.sub;

export const createUrl = async (event: APIGatewayProxyEvent) => {
  const { filename, contentType } = JSON.parse(event.body!);
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? "bin";
  const key = `${subjectOf(event)}/${randomUUID()}.${extension}`;
  const url = await getSignedUrl(
    s3,
    new PutObjectCommand({ Bucket: process.env.BUCKET, Key: key, ContentType: contentType }),
    { expiresIn: 900 },
  );
  return { statusCode: 200, body: JSON.stringify({ key, url }) };
};

export const complete = async (event: APIGatewayProxyEvent) => {
  const { key, size } = JSON.parse(event.body!);
  await db.send(
    new PutCommand({
      TableName: process.env.UPLOADS_TABLE,
      Item: {
        key,
        size,
        owner: subjectOf(event),
        completedAt: event.requestContext.requestTimeEpoch,
      },
    }),
  );
  return { statusCode: 204, body: "" };
};
