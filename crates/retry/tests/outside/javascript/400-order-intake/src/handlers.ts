import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { buildOrder } from "./order";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.ORDERS_TABLE!;

const json = (statusCode: number, body: unknown): APIGatewayProxyResult => ({
  statusCode,
  body: JSON.stringify(body),
});

export const create = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const { customerId, lines } = JSON.parse(event.body ?? "{}");
  if (!customerId || !lines?.length) {
    return json(400, { message: "customerId and lines are required" });
  }
  const order = buildOrder({ customerId, lines });
  await client.send(new PutCommand({ TableName, Item: order }));
  return json(201, order);
};

export const get = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const orderId = event.pathParameters!.id!;
  const { Item } = await client.send(new GetCommand({ TableName, Key: { orderId } }));
  return Item ? json(200, Item) : json(404, { message: "No such order" });
};
