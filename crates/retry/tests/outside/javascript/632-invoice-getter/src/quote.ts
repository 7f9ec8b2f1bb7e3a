import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { Quote } from "./documents";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const quote = new Quote(event.pathParameters!.orderId!, JSON.parse(event.body!).lines);
  const { reference, orderId, gross } = quote;
  await db.send(
    new PutCommand({ TableName: process.env.QUOTES, Item: { orderId, reference, gross } }),
  );
  return { statusCode: 200, body: JSON.stringify({ reference, gross }) };
};
