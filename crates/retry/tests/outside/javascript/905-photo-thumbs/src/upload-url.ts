import { randomUUID } from "crypto";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { APIGatewayProxyHandler } from "aws-lambda";

const s3 = new S3Client({});

const EXTENSIONS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

export const handler: APIGatewayProxyHandler = async (event) => {
  const { contentType } = JSON.parse(event.body ?? "{}");
  const extension = EXTENSIONS[contentType];
  if (!extension) {
    return { statusCode: 415, body: JSON.stringify({ message: "Only JPEG, PNG and WebP" }) };
  }
  const key = `${randomUUID()}.${extension}`;
  const url = await getSignedUrl(
    s3,
    new PutObjectCommand({ Bucket: process.env.PHOTOS_BUCKET, Key: key, ContentType: contentType }),
    { expiresIn: 300 },
  );
  return {
    statusCode: 200,
    headers: { "Access-Control-Allow-Origin": "*" },
    body: JSON.stringify({ key, url }),
  };
};
