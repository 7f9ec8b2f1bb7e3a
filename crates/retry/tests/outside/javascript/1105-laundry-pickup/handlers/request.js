const { SQSClient, SendMessageCommand } = require("@aws-sdk/client-sqs");

const sqs = new SQSClient({});

module.exports.handler = async (event) => {
  const pickup = JSON.parse(event.body);
  if (!pickup.orderId || !pickup.customerId) {
    return { statusCode: 422, body: JSON.stringify({ message: "orderId and customerId are required" }) };
  }
  await sqs.send(new SendMessageCommand({
    QueueUrl: process.env.PICKUPS_QUEUE,
    MessageGroupId: pickup.customerId,
    MessageDeduplicationId: pickup.orderId,
    MessageBody: JSON.stringify({ ...pickup, requestedAt: new Date().toISOString() }),
  }));
  return { statusCode: 202, body: JSON.stringify({ orderId: pickup.orderId }) };
};
