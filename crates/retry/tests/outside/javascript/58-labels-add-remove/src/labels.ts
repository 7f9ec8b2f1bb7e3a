import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.ISSUES_TABLE!;

const change = (verb: "ADD" | "DELETE") => async (event: APIGatewayProxyEventV2) => {
  const { issueId, label } = event.pathParameters as { issueId: string; label: string };
  await ddb.send(
    new UpdateCommand({
      TableName,
      Key: { issueId },
      UpdateExpression: `${verb} labels :l`,
      ExpressionAttributeValues: { ":l": new Set([label]) },
    }),
  );
  return { statusCode: 204 };
};

export const add = change("ADD");
export const remove = change("DELETE");

export const list = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { issueId: event.pathParameters!.issueId } }));
  const labels: Set<string> = Item?.labels ?? new Set();
  return { statusCode: 200, body: JSON.stringify([...labels].sort()) };
};
