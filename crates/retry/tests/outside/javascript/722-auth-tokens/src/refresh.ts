import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { issue, verifyRefresh } from "./tokens";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

/** A refresh token can be used once. */
export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const { token } = JSON.parse(event.body!);
  const { sub, jti, exp } = verifyRefresh(token);
  try {
    await db.send(
      new PutCommand({
        TableName: process.env.SPENT,
        Item: { jti, exp },
        ConditionExpression: "attribute_not_exists(jti)",
      }),
    );
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return { statusCode: 401, body: "token was used" };
    throw error;
  }
  return { statusCode: 200, body: JSON.stringify(issue(sub)) };
};
