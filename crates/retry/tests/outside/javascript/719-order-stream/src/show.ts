import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { db } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await db.send(
    new GetCommand({ TableName: process.env.VIEW, Key: { id: event.pathParameters!.id } }),
  );
  if (!Item) return { statusCode: 404 };
  return { statusCode: 200, body: JSON.stringify({ state: Item.state, total: Item.total }) };
};
