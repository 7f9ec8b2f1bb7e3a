import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { isValid } from "./signature.js";

const sqs = new SQSClient({});

export const handler = async (event) => {
  const { source } = event.pathParameters;
  if (!isValid(event.body, event.headers["x-signature"])) {
    return { statusCode: 401, body: "invalid signature" };
  }
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: process.env.QUEUE_URL,
      MessageBody: JSON.stringify({ source, payload: JSON.parse(event.body) }),
    }),
  );
  return { statusCode: 202, body: "accepted" };
};
