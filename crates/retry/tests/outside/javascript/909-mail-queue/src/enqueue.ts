import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { Mail } from "./mail";

const sqs = new SQSClient({});

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const result = Mail.safeParse(JSON.parse(event.body ?? "{}"));
  if (!result.success) {
    return { statusCode: 400, body: JSON.stringify(result.error.flatten()) };
  }
  const mail = result.data;
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: process.env.QUEUE_URL,
      MessageBody: JSON.stringify(mail),
      MessageGroupId: mail.to,
      MessageDeduplicationId: mail.requestId,
    }),
  );
  return { statusCode: 202, body: JSON.stringify({ requestId: mail.requestId }) };
};
