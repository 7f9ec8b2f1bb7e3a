import middy from "@middy/core";
import jsonBodyParser from "@middy/http-json-body-parser";
import { SQSClient, SendMessageCommand } from "@aws-sdk/client-sqs";

const sqs = new SQSClient({});

const enqueue = async (event) => {
  const { items, reason = "unspecified" } = event.body;
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: process.env.RETURNS_QUEUE,
      MessageBody: JSON.stringify({ orderId: event.pathParameters.orderId, items, reason }),
    }),
  );
  return { statusCode: 202, body: "" };
};

export const handler = middy(enqueue).use(jsonBodyParser());
