import type { ScheduledEvent } from "aws-lambda";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { db } from "./db";

const sqs = new SQSClient({});

export const handler = async (event: ScheduledEvent) => {
  const { Items = [] } = await db.send(new ScanCommand({
    TableName: process.env.SLOTS,
    FilterExpression: "#d = :d",
    ExpressionAttributeNames: { "#d": "day" },
    ExpressionAttributeValues: { ":d": event.time.slice(0, 10) },
  }));
  for (const item of Items) {
    await sqs.send(new SendMessageCommand({
      QueueUrl: process.env.REMINDER_QUEUE,
      MessageBody: JSON.stringify({ slot: item.slot, phone: item.phone }),
    }));
  }
  console.log(`${Items.length} reminders planned`);
};
