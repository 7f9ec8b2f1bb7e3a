import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { db, TableName } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { route: event.pathParameters?.route } }));
  if (!Item) return { statusCode: 404 };
  return { statusCode: 200, body: JSON.stringify(Item.departures) };
};
