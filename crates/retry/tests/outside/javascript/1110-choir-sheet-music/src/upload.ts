import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { s3, SHEETS, sheetKey } from "./sheets";

export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const { title } = JSON.parse(event.body ?? "{}") as { title?: string };
  if (!title) return { statusCode: 400, body: "title is required" };
  const command = new PutObjectCommand({
    Bucket: SHEETS,
    Key: sheetKey(event.pathParameters!.choir!, title),
    ContentType: "application/pdf",
  });
  return { statusCode: 200, body: JSON.stringify({ url: await getSignedUrl(s3, command, { expiresIn: 900 }) }) };
}
