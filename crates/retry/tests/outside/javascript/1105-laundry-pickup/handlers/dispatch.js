const { SNSClient, PublishCommand } = require("@aws-sdk/client-sns");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");

const sns = new SNSClient({});
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

module.exports.handler = async (event, context) => {
  for (const { messageId, body } of event.Records) {
    const pickup = JSON.parse(body);
    await db.send(new PutCommand({
      TableName: process.env.DISPATCHES,
      Item: { messageId, orderId: pickup.orderId, address: pickup.address },
    }));
    await sns.send(new PublishCommand({
      TopicArn: process.env.DRIVERS_TOPIC,
      MessageGroupId: "drivers",
      MessageDeduplicationId: `${context.awsRequestId}-${pickup.orderId}`,
      Message: JSON.stringify(pickup),
    }));
  }
};
