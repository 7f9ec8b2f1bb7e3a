const { SQSClient, SendMessageCommand } = require("@aws-sdk/client-sqs");
const batch = require("./batch");
const { db, isConditional } = require("./dynamo");

const sqs = new SQSClient({});

async function assign(order) {
  try {
    await db.put({
      TableName: process.env.DELIVERIES,
      Item: { orderId: order.id, address: order.address, state: "assigned" },
      ConditionExpression: "attribute_not_exists(orderId)",
    });
  } catch (error) {
    if (isConditional(error)) return; // a duplicate message
    throw error;
  }
  await sqs.send(new SendMessageCommand({
    QueueUrl: process.env.LAUNCH_QUEUE,
    MessageBody: JSON.stringify({ orderId: order.id }),
  }));
}

exports.handler = (event) => batch(event, assign);
