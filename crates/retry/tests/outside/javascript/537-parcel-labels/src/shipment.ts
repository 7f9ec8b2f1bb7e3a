import type { SQSEvent } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { orderLabel } from "./carrier";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    const { orderId, address, weight } = JSON.parse(record.body);
    const label = await orderLabel(record.messageId, { reference: orderId, address, weight });
    await db.send(
      new UpdateCommand({
        TableName: process.env.SHIPMENTS,
        Key: { orderId },
        UpdateExpression: "SET tracking = :tracking, labelUrl = :url",
        ExpressionAttributeValues: { ":tracking": label.trackingNumber, ":url": label.labelUrl },
      }),
    );
  }
};
