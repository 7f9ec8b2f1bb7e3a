import { SQSClient, SendMessageCommand } from "@aws-sdk/client-sqs";
import { prisma } from "./prisma";

const sqs = new SQSClient({});

export const handler = async () => {
  const pending = await prisma.outboxMessage.findMany({ where: { sent: false }, take: 100 });
  for (const message of pending) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: process.env.ORDERS_QUEUE,
        MessageBody: message.payload,
        MessageAttributes: { topic: { DataType: "String", StringValue: message.topic } },
      }),
    );
    await prisma.outboxMessage.update({ where: { id: message.id }, data: { sent: true } });
  }
};
