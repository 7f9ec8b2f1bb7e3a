import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const stamp = <T extends object>(item: T, at = new Date()) => ({ ...item, redeemedAt: at.toISOString() });

export const handler = async (event: APIGatewayProxyEventV2) => {
  const id = event.headers["idempotency-key"]!;
  const code = event.pathParameters!.code!;
  const { customer } = JSON.parse(event.body!);

  await db.send(
    new TransactWriteCommand({
      ClientRequestToken: id,
      TransactItems: [
        {
          Update: {
            TableName: process.env.VOUCHERS,
            Key: { code },
            UpdateExpression: "ADD used :one",
            ExpressionAttributeValues: { ":one": 1 },
          },
        },
        {
          Put: { TableName: process.env.REDEMPTIONS, Item: stamp({ id, code, customer }) },
        },
      ],
    }),
  );
  return { statusCode: 200, body: JSON.stringify({ id, code }) };
};
