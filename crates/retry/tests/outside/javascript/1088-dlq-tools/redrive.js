import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

const sqs = new SQSClient({});

export const handler = async () => {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: process.env.DEAD, MaxNumberOfMessages: 10 }));
  for (const message of Messages) {
    await sqs.send(new SendMessageCommand({ QueueUrl: process.env.MAIN, MessageBody: message.Body }));
    await sqs.send(new DeleteMessageCommand({ QueueUrl: process.env.DEAD, ReceiptHandle: message.ReceiptHandle }));
  }
};
