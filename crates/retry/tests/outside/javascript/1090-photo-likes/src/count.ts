import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { db, photos } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await db.get({ TableName: photos, Key: { photo: event.pathParameters!.photo } });
  return { statusCode: 200, body: JSON.stringify({ likes: Item?.likes ?? 0 }) };
};
