import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.ORDERS_TABLE!;

export enum Status {
  Placed = "placed",
  Shipped = "shipped",
  Cancelled = "cancelled",
}

export interface Order {
  id: string;
  member: string;
  lines: { sku: string; quantity: number }[];
}

export async function createOrder(order: Order): Promise<void> {
  try {
    await db.send(new PutCommand({
      TableName,
      Item: { ...order, status: Status.Placed },
      ConditionExpression: "attribute_not_exists(id)",
    }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

export async function changeStatus(id: string, status: Status, from?: Status): Promise<void> {
  await db.send(new UpdateCommand({
    TableName,
    Key: { id },
    UpdateExpression: "SET #status = :status",
    ConditionExpression: from ? "#status = :from" : "attribute_exists(id)",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: from ? { ":status": status, ":from": from } : { ":status": status },
  }));
}
