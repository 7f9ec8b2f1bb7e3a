import type { DynamoDBStreamEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.SUMMARY_TABLE;

export const handler = async (event: DynamoDBStreamEvent) => {
  for (const { eventName, dynamodb } of event.Records) {
    const { orderId } = unmarshall(dynamodb!.Keys as any);
    if (eventName === "REMOVE") {
      await db.send(new DeleteCommand({ TableName, Key: { orderId } }));
      continue;
    }
    const order = unmarshall(dynamodb!.NewImage as any);
    const lines: { price: number; quantity: number }[] = order.lines ?? [];
    const total = lines.reduce((sum, l) => sum + l.price * l.quantity, 0);
    await db.send(
      new PutCommand({
        TableName,
        Item: { orderId, customer: order.customer, status: order.status, total },
      }),
    );
  }
};
