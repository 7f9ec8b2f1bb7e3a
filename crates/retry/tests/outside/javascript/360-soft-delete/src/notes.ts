import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "notes";

export const remove = async (event: APIGatewayProxyEventV2) => {
  await doc.send(new UpdateCommand({
    TableName,
    Key: { id: event.pathParameters!.id },
    UpdateExpression: "SET deletedAt = if_not_exists(deletedAt, :now)",
    ExpressionAttributeValues: { ":now": new Date().toISOString() },
  }));
  return { statusCode: 204 };
};

export const read = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await doc.send(new GetCommand({
    TableName,
    Key: { id: event.pathParameters!.id },
    ConsistentRead: true,
  }));
  if (!Item) return { statusCode: 404 };
  if (Item.deletedAt) return { statusCode: 410, body: JSON.stringify({ deletedAt: Item.deletedAt }) };
  return { statusCode: 200, body: JSON.stringify({ text: Item.text }) };
};
