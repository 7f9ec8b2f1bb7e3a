import { createHash, randomUUID } from "node:crypto";
import { SQSClient, SendMessageCommand } from "@aws-sdk/client-sqs";

const sqs = new SQSClient({});

const fingerprint = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
};

export const handler = async (event) => {
  const { account } = event.pathParameters;
  const traceId = event.headers["x-trace-id"] ?? randomUUID();
  console.log(JSON.stringify({ traceId, account, received: new Date().toISOString() }));

  await sqs.send(new SendMessageCommand({
    QueueUrl: process.env.COMMAND_QUEUE_URL,
    MessageGroupId: account,
    MessageDeduplicationId: fingerprint(account, event.body),
    MessageBody: event.body,
  }));
  return { statusCode: 202, body: JSON.stringify({ account, status: "queued" }) };
};
