import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { OrderAggregate } from "./order";
import { EventBus } from "./bus";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const bus = new EventBus(process.env.BUS_NAME!);

export const place = async (event: APIGatewayProxyEventV2) => {
  const orderId = event.pathParameters!.orderId!;
  const order = OrderAggregate.place(orderId, JSON.parse(event.body!).lines);

  await doc.send(new PutCommand({ TableName: "orders", Item: order.snapshot() }));
  await bus.flush(order);

  return { statusCode: 202, body: JSON.stringify(order.snapshot()) };
};
