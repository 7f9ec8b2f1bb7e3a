import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { db, TABLE } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const slug = event.pathParameters?.slug;
  const { Item } = await db.send(new GetCommand({ TableName: TABLE, Key: { slug } }));
  if (!Item) return { statusCode: 404, body: "not found" };
  return { statusCode: 301, headers: { Location: Item.url } };
};
