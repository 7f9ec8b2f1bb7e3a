import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from "aws-lambda";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

const s3 = new S3Client({});
const EXTENSIONS: Record<string, string> = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" };

export const handler = async (event: APIGatewayProxyEventV2WithJWTAuthorizer) => {
  const { contentType } = JSON.parse(event.body ?? "{}");
  const extension = EXTENSIONS[contentType];
  if (!extension) return { statusCode: 415, body: JSON.stringify({ accepted: Object.keys(EXTENSIONS) }) };

  const owner = event.requestContext.authorizer.jwt.claims.sub;
  const key = `uploads/${owner}/${randomUUID()}.${extension}`;
  const url = await getSignedUrl(
    s3,
    new PutObjectCommand({ Bucket: process.env.UPLOAD_BUCKET, Key: key, ContentType: contentType }),
    { expiresIn: 900 },
  );

  console.log("signed", { key, at: Date.now() });
  return { statusCode: 200, body: JSON.stringify({ key, url }) };
};
