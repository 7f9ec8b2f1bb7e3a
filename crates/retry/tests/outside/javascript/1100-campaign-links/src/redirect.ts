import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { db, urlOf } from "./links";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const slug = event.pathParameters!.slug!;
  const url = await urlOf(slug);
  if (!url) return { statusCode: 404, body: "no such link" };
  await db.send(new PutCommand({
    TableName: process.env.CLICKS,
    Item: { slug, click: event.requestContext.requestId },
  }));
  return { statusCode: 302, headers: { location: url } };
};
