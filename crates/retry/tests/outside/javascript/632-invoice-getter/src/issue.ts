import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { Invoice } from "./documents";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const invoice = new Invoice(event.pathParameters!.orderId!, JSON.parse(event.body!).lines);
  const { number, orderId, net, gross } = invoice;
  await db.send(
    new PutCommand({ TableName: process.env.INVOICES, Item: { number, orderId, net, gross } }),
  );
  return { statusCode: 201, body: JSON.stringify({ number, gross }) };
};
