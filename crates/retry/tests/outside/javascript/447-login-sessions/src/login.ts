import type { APIGatewayProxyHandler } from "aws-lambda";
import { openSession } from "./session";
import { db, TableName } from "./store";

export const handler: APIGatewayProxyHandler = async (event) => {
  const { user, nonce } = JSON.parse(event.body!);
  const session = openSession(user, nonce);
  await db.put({ TableName, Item: session });
  return { statusCode: 201, body: JSON.stringify({ sessionId: session.sessionId }) };
};
