import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

const s3 = new S3Client({});

export const handler = async (event: APIGatewayProxyEventV2) => {
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  const Key = `${event.pathParameters!.claim}/${createHash("sha256").update(bytes).digest("hex")}`;
  await s3.send(new PutObjectCommand({ Bucket: process.env.EVIDENCE_BUCKET, Key, Body: bytes }));
  return { statusCode: 201, body: JSON.stringify({ key: Key }) };
};
