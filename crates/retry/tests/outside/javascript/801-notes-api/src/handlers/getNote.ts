import type { APIGatewayProxyHandlerV2 } from "aws-lambda";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { ddb, NOTES_TABLE } from "../lib/db";
import { json } from "../lib/http";

export const handler: APIGatewayProxyHandlerV2 = async (event) => {
  const noteId = event.pathParameters?.noteId;
  const { Item } = await ddb.send(new GetCommand({ TableName: NOTES_TABLE, Key: { noteId } }));
  if (!Item) return json(404, { message: "Not found" });
  return json(200, Item);
};
