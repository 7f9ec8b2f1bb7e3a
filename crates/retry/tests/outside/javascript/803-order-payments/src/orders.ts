import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const docs = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.ORDERS_TABLE;

export interface Order {
  orderId: string;
  total: number;
  currency: string;
  status: "pending" | "paid" | "refunded";
  paymentIntentId?: string;
}

export async function getOrder(orderId: string): Promise<Order | undefined> {
  const result = await docs.send(new GetCommand({ TableName, Key: { orderId } }));
  return result.Item as Order | undefined;
}

export async function markPaid(orderId: string, paymentIntentId: string): Promise<void> {
  await docs.send(
    new UpdateCommand({
      TableName,
      Key: { orderId },
      UpdateExpression: "SET #status = :paid, paymentIntentId = :intent",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":paid": "paid", ":intent": paymentIntentId },
    }),
  );
}

export async function markRefunded(orderId: string): Promise<void> {
  await docs.send(
    new UpdateCommand({
      TableName,
      Key: { orderId },
      UpdateExpression: "SET #status = :refunded",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":refunded": "refunded" },
    }),
  );
}
