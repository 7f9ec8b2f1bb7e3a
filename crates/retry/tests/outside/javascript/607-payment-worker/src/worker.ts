import type { SQSEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as gateway from "./gateway";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const charge = async (event: SQSEvent) => {
  for (const { messageId, body } of event.Records) {
    const order: gateway.Charge = JSON.parse(body);
    const intent = await gateway.charge(order, messageId);
    await db.send(
      new PutCommand({
        TableName: process.env.PAYMENTS_TABLE,
        Item: { orderId: order.orderId, intent: intent.id, amount: order.amount },
      }),
    );
  }
};

export const refund = async (event: SQSEvent) => {
  for (const { body } of event.Records) {
    const { paymentIntent, amount } = JSON.parse(body);
    const { id } = await gateway.refund(paymentIntent, amount);
    console.log(`refunded ${amount} of ${paymentIntent} as ${id}`);
  }
};
