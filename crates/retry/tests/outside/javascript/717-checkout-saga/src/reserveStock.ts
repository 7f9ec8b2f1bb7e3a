import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

class OutOfStock extends Error {
  override name = "OutOfStock";
}

interface Task {
  order: string;
  sku: string;
  qty: number;
}

export const handler = async ({ order, sku, qty }: Task) => {
  try {
    await db.send(
      new UpdateCommand({
        TableName: process.env.STOCK,
        Key: { sku },
        UpdateExpression: "SET available = available - :qty ADD orders :orders",
        // never below zero, and never twice for one order
        ConditionExpression: "available >= :qty AND NOT contains(orders, :order)",
        ExpressionAttributeValues: { ":qty": qty, ":order": order, ":orders": new Set([order]) },
      }),
    );
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw new OutOfStock(sku);
    throw error;
  }
  return { order, sku, reserved: qty };
};
