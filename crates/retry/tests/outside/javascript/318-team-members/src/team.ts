import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const TableName = process.env.TEAMS_TABLE;
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const join = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const { teamId, userId } = event.pathParameters as { teamId: string; userId: string };
  await doc.send(new UpdateCommand({
    TableName,
    Key: { teamId },
    UpdateExpression: "ADD #members :joining",
    ExpressionAttributeNames: { "#members": "members" },
    ExpressionAttributeValues: { ":joining": new Set([userId]) },
  }));
  return { statusCode: 204 };
};

export const members = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const { Item } = await doc.send(new GetCommand({
    TableName,
    Key: { teamId: event.pathParameters!.teamId },
    ConsistentRead: true,
  }));
  if (!Item) return { statusCode: 404 };
  return { statusCode: 200, body: JSON.stringify({ members: Array.from(Item.members as Set<string>) }) };
};
