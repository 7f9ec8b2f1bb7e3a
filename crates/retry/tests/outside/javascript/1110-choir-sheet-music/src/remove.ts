import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DeleteObjectCommand } from "@aws-sdk/client-s3";
import { s3, SHEETS, sheetKey } from "./sheets";

export async function handler(event: APIGatewayProxyEventV2) {
  const { choir, title } = event.pathParameters as Record<string, string>;
  await s3.send(new DeleteObjectCommand({ Bucket: SHEETS, Key: sheetKey(choir, title) }));
  return { statusCode: 204 };
}
