import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { ddb, logger } from "./clients";

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const userId = event.pathParameters!.userId;
  const { points } = JSON.parse(event.body ?? "{}") as { points: number };
  if (!points || points <= 0) return { statusCode: 400, body: JSON.stringify({ message: "points?" }) };

  try {
    const result = await ddb.send(
      new UpdateCommand({
        TableName: process.env.ACCOUNTS_TABLE,
        Key: { userId },
        UpdateExpression: "SET points = points - :points",
        ConditionExpression: "points >= :points",
        ExpressionAttributeValues: { ":points": points },
        ReturnValues: "UPDATED_NEW",
      }),
    );
    return { statusCode: 200, body: JSON.stringify({ balance: result.Attributes?.points }) };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) {
      logger.warn("not enough points", { userId });
      return { statusCode: 409, body: JSON.stringify({ message: "not enough points" }) };
    }
    throw error;
  }
};
