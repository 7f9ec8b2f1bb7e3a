import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { OutOfStockError, type Order } from "./types";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (order: Order): Promise<Order> => {
  try {
    await db.send(
      new TransactWriteCommand({
        ClientRequestToken: order.orderId,
        TransactItems: [
          {
            Update: {
              TableName: process.env.INVENTORY_TABLE,
              Key: { sku: order.sku },
              UpdateExpression: "SET onHand = onHand - :q, reserved = reserved + :q",
              ConditionExpression: "onHand >= :q",
              ExpressionAttributeValues: { ":q": order.quantity },
            },
          },
        ],
      }),
    );
  } catch (err) {
    if (err instanceof TransactionCanceledException) throw new OutOfStockError(order.sku);
    throw err;
  }
  return order;
};
