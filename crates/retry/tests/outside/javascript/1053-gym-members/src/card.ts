import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { db, json, TABLE } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await db.get({ TableName: TABLE, Key: { id: event.pathParameters!.id } });
  return Item ? json(200, Item) : json(404, { message: "no such member" });
};
