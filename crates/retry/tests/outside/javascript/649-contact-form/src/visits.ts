import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { sourceIp, userAgent } = event.requestContext.http;
  const { page, referrer } = JSON.parse(event.body!);
  const visitor = createHash("sha1").update(`${sourceIp}|${userAgent}`).digest("hex");

  await db.put({
    TableName: process.env.VISITS,
    Item: { page, visitor, referrer: referrer ?? "direct" },
  });
  return { statusCode: 204 };
};
