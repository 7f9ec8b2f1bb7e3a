import type { APIGatewayProxyEvent } from "aws-lambda";
import { db } from "./db";

export const handler = async (event: APIGatewayProxyEvent) => {
  const { Item } = await db.get({
    TableName: process.env.REQUESTS,
    Key: { requestId: event.pathParameters!.id },
  });
  return { statusCode: Item ? 200 : 404, body: JSON.stringify({ status: Item?.status ?? null }) };
};
