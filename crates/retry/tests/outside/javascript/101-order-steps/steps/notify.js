const { SNSClient, PublishCommand } = require("@aws-sdk/client-sns");
const sns = new SNSClient({});

exports.handler = async (order) => {
  await sns.send(
    new PublishCommand({
      TopicArn: process.env.TOPIC_ARN,
      Message: JSON.stringify({ type: "ORDER_PAID", id: order.id }),
    })
  );
  return { status: "DONE", id: order.id };
};
