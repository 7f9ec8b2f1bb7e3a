import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { v4 as uuid } from "uuid";
import { z } from "zod";

const s3 = new S3Client({});

const EXTENSIONS: Record<string, string> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };

const UploadRequest = z.object({
  contentType: z.enum(["image/jpeg", "image/png", "image/webp"]),
});

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const request = UploadRequest.safeParse(JSON.parse(event.body ?? "{}"));
  if (!request.success) {
    return { statusCode: 400, body: JSON.stringify({ message: "unsupported content type" }) };
  }
  const key = `${uuid()}.${EXTENSIONS[request.data.contentType]}`;
  const url = await getSignedUrl(
    s3,
    new PutObjectCommand({
      Bucket: process.env.UPLOADS_BUCKET,
      Key: key,
      ContentType: request.data.contentType,
    }),
    { expiresIn: 300 },
  );
  return { statusCode: 200, body: JSON.stringify({ key, url }) };
};
