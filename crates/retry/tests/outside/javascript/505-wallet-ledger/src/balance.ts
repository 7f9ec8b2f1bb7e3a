import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await db.send(
    new GetCommand({
      TableName: process.env.WALLETS,
      Key: { walletId: event.pathParameters!.walletId },
      ConsistentRead: true,
    }),
  );
  return { statusCode: 200, body: JSON.stringify({ balance: Item?.balance ?? 0 }) };
};
