const { SQSClient, SendMessageCommand } = require("@aws-sdk/client-sqs");

const sqs = new SQSClient({ region: process.env.AWS_REGION });
const QueueUrl = process.env.FIFO_QUEUE_URL;

function toCommand(record) {
  const { MessageId, Message, MessageAttributes = {} } = record.Sns;
  const payload = JSON.parse(Message);
  return new SendMessageCommand({
    QueueUrl,
    MessageBody: JSON.stringify({
      type: MessageAttributes.type ? MessageAttributes.type.Value : "unknown",
      accountId: payload.accountId,
      data: payload.data,
    }),
    MessageGroupId: payload.accountId,
    MessageDeduplicationId: MessageId,
  });
}

exports.handler = async (event) => {
  console.log("forwarding %d notifications", event.Records.length);
  for (const record of event.Records) {
    await sqs.send(toCommand(record));
  }
};
