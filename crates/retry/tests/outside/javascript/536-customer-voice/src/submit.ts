import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEvent } from "aws-lambda";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEvent) => {
  const { rating, text } = JSON.parse(event.body!);
  await db.send(
    new PutCommand({
      TableName: process.env.FEEDBACK_TABLE,
      Item: { id: event.requestContext.requestId, rating, text },
    }),
  );
  return { statusCode: 204, headers: { "Access-Control-Allow-Origin": "*" }, body: "" };
};
