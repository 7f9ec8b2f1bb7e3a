import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TODOS_TABLE!;

const keyOf = (event: APIGatewayProxyEventV2) => ({ id: event.pathParameters!.id! });

export const update = async (event: APIGatewayProxyEventV2) => {
  const { text, checked } = JSON.parse(event.body!) as { text: string; checked: boolean };
  if (typeof text !== "string" || typeof checked !== "boolean") {
    return { statusCode: 400, body: "Couldn't update the todo item." };
  }
  const { Attributes } = await ddb.send(
    new UpdateCommand({
      TableName,
      Key: keyOf(event),
      UpdateExpression: "SET #t = :text, checked = :checked, updatedAt = :now",
      ExpressionAttributeNames: { "#t": "text" },
      ExpressionAttributeValues: { ":text": text, ":checked": checked, ":now": Date.now() },
      ReturnValues: "ALL_NEW",
    }),
  );
  return { statusCode: 200, body: JSON.stringify(Attributes) };
};

export const get = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: keyOf(event) }));
  return { statusCode: Item ? 200 : 404, body: JSON.stringify(Item ?? {}) };
};

export const remove = async (event: APIGatewayProxyEventV2) => {
  await ddb.send(new DeleteCommand({ TableName, Key: keyOf(event) }));
  return { statusCode: 200, body: JSON.stringify({}) };
};
