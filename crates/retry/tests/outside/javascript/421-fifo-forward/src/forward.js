import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

const sqs = new SQSClient({});
const QueueUrl = process.env.TARGET_QUEUE_URL;

function* shipments(records) {
  for (const { messageId, body, attributes } of records) {
    const { type, warehouse, payload } = JSON.parse(body);
    if (type === "shipment.requested") {
      yield { messageId, warehouse, payload, attempt: Number(attributes.ApproximateReceiveCount) };
    }
  }
}

export const handler = async (event) => {
  for (const { messageId, warehouse, payload, attempt } of shipments(event.Records)) {
    if (attempt > 1) {
      console.warn("message was received before", { messageId, attempt });
    }
    const { MessageId } = await sqs.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody: JSON.stringify({ warehouse, ...payload }),
        MessageGroupId: warehouse,
        MessageDeduplicationId: messageId,
      }),
    );
    console.info(`forwarded ${messageId} as ${MessageId}`);
  }
};
