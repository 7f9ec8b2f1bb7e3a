const { SNSClient, PublishCommand } = require("@aws-sdk/client-sns");
const { unmarshall } = require("@aws-sdk/util-dynamodb");

const sns = new SNSClient({});

exports.handler = async (event) => {
  const shipped = event.Records.filter((record) => record.eventName === "MODIFY")
    .map((record) => ({
      before: unmarshall(record.dynamodb.OldImage),
      after: unmarshall(record.dynamodb.NewImage),
    }))
    .filter(({ before, after }) => before.status !== "SHIPPED" && after.status === "SHIPPED");

  for (const { after } of shipped) {
    await sns.send(
      new PublishCommand({
        TopicArn: process.env.TOPIC_ARN,
        Message: JSON.stringify({ type: "order.shipped", orderId: after.orderId, customerId: after.customerId }),
      }),
    );
  }
};
