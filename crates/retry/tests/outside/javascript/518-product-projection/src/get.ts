import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { Item } = await db.send(
    new GetCommand({
      TableName: process.env.VIEW_TABLE,
      Key: { productId: event.pathParameters?.productId },
    }),
  );
  return Item
    ? { statusCode: 200, body: JSON.stringify(Item) }
    : { statusCode: 404, body: JSON.stringify({ message: "unknown product" }) };
};
