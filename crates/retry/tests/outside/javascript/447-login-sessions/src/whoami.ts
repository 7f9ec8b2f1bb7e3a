import type { APIGatewayProxyHandler } from "aws-lambda";
import { db, TableName } from "./store";

export const handler: APIGatewayProxyHandler = async (event) => {
  const { Item } = await db.get({ TableName, Key: { sessionId: event.pathParameters!.id } });
  if (!Item || Item.expiresAt < Date.now() / 1000) {
    return { statusCode: 401, body: "" };
  }
  return { statusCode: 200, body: JSON.stringify({ user: Item.user, expiresAt: Item.expiresAt }) };
};
