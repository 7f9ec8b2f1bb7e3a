import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { nanoid } from "nanoid";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";

const TableName = process.env.LINKS_TABLE;
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const urlOf = (token: string) => `https://docs.example/s/${token}`;

async function load(documentId: string): Promise<string | undefined> {
  const { Item } = await doc.send(new GetCommand({ TableName, Key: { documentId }, ConsistentRead: true }));
  return Item?.token;
}

export const share = async (event: APIGatewayProxyEventV2) => {
  const documentId = event.pathParameters!.id!;
  let token: string = nanoid(24);
  try {
    await doc.send(new PutCommand({
      TableName,
      Item: { documentId, token },
      ConditionExpression: "attribute_not_exists(documentId)",
    }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    token = (await load(documentId))!;
  }
  return { statusCode: 200, body: JSON.stringify({ url: urlOf(token) }) };
};

export const resolve = async (event: APIGatewayProxyEventV2) => {
  const token = await load(event.pathParameters!.id!);
  if (!token) return { statusCode: 404, body: "" };
  return { statusCode: 200, body: JSON.stringify({ url: urlOf(token) }) };
};
