import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.FLAGS!;

export interface Flag {
  session: string;
  rule: "second-face" | "left-window" | "voice";
  confidence: number;
}

export const raise = async ({ session, rule, confidence }: Flag): Promise<Pick<Flag, "session" | "rule">> => {
  await db
    .send(new PutCommand({
      TableName,
      Item: { session, rule, confidence, raisedAt: Date.now() },
      ConditionExpression: "attribute_not_exists(#rule)",
      ExpressionAttributeNames: { "#rule": "rule" },
    }))
    .catch((error: unknown) => {
      if (error instanceof ConditionalCheckFailedException) return;
      throw error;
    });
  return { session, rule };
};

export const count = async (event: APIGatewayProxyEventV2) => {
  const { Items = [] } = await db.send(new QueryCommand({
    TableName,
    KeyConditionExpression: "#session = :session",
    ExpressionAttributeNames: { "#session": "session" },
    ExpressionAttributeValues: { ":session": event.pathParameters?.session },
  }));
  const serious = Items.filter((flag) => flag.confidence > 0.8).length;
  return { statusCode: 200, body: JSON.stringify({ flags: Items.length, serious }) };
};
