import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const id = event.headers["idempotency-key"]!;
  const code = event.pathParameters!.code!.toUpperCase();
  const { customer } = JSON.parse(event.body!);

  try {
    await db.send(
      new TransactWriteCommand({
        ClientRequestToken: id,
        TransactItems: [
          {
            Update: {
              TableName: process.env.COUPONS,
              Key: { code },
              UpdateExpression: "ADD used :one",
              ConditionExpression: "used < uses",
              ExpressionAttributeValues: { ":one": 1 },
            },
          },
          { Put: { TableName: process.env.REDEMPTIONS, Item: { id, code, customer } } },
        ],
      }),
    );
  } catch (error) {
    if ((error as Error).name !== "TransactionCanceledException") throw error;
    return { statusCode: 409, body: JSON.stringify({ message: "This coupon is used up" }) };
  }
  return { statusCode: 200, body: JSON.stringify({ id, code }) };
};
