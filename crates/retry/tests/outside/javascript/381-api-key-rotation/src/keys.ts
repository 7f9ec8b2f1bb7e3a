import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { randomBytes } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "clients";

const newKey = (): string => `ak_${randomBytes(24).toString("hex")}`;

export const rotate = async (event: APIGatewayProxyEventV2) => {
  const clientId = event.pathParameters!.clientId!;
  const apiKey = newKey();
  await doc.send(new UpdateCommand({
    TableName,
    Key: { clientId },
    UpdateExpression: "SET apiKey = :apiKey",
    ExpressionAttributeValues: { ":apiKey": apiKey },
  }));
  return { statusCode: 200, body: JSON.stringify({ apiKey }) };
};

export const show = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await doc.send(new GetCommand({ TableName, Key: { clientId: event.pathParameters!.clientId } }));
  if (!Item?.apiKey) return { statusCode: 404, body: "" };
  return { statusCode: 200, body: JSON.stringify({ apiKey: Item.apiKey }) };
};
