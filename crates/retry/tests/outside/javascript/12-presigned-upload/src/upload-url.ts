import { randomUUID } from "node:crypto";
import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { APIGatewayProxyHandlerV2 } from "aws-lambda";

const s3 = new S3Client({});

const EXTENSIONS: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "application/pdf": "pdf",
};

export const handler: APIGatewayProxyHandlerV2 = async (event) => {
  const contentType = event.queryStringParameters?.contentType ?? "";
  const ext = EXTENSIONS[contentType];
  if (!ext) {
    return { statusCode: 415, body: JSON.stringify({ message: `unsupported: ${contentType}` }) };
  }
  const key = `uploads/${randomUUID()}.${ext}`;
  const url = await getSignedUrl(
    s3,
    new PutObjectCommand({ Bucket: process.env.UPLOADS_BUCKET, Key: key, ContentType: contentType }),
    { expiresIn: 900 },
  );
  return {
    statusCode: 200,
    body: JSON.stringify({ key, url, expiresAt: new Date(Date.now() + 900_000).toISOString() }),
  };
};
