import { SQSClient, SendMessageCommand } from "@aws-sdk/client-sqs";
import { Envelope } from "./envelope.js";

const sqs = new SQSClient({ maxAttempts: 5 });

const send = ({ id, body }, group) =>
  sqs.send(
    new SendMessageCommand({
      QueueUrl: process.env.COMMAND_QUEUE_URL,
      MessageBody: body,
      MessageGroupId: group,
      MessageDeduplicationId: id,
    }),
  );

export const handler = async (event, context) => {
  const envelope = new Envelope(context);
  for (const record of event.Records) {
    const { device, commands } = JSON.parse(record.body);
    for (const command of commands) {
      await send(envelope.wrap(command), device);
    }
  }
};
