const { SNSClient, PublishCommand } = require("@aws-sdk/client-sns");
const { unmarshall } = require("@aws-sdk/util-dynamodb");

const sns = new SNSClient({});

function toMessage(record) {
  const row = unmarshall(record.dynamodb.NewImage);
  return {
    TopicArn: process.env.TOPIC_ARN,
    Message: JSON.stringify({ type: row.type, payload: row.payload }),
    MessageAttributes: { type: { DataType: "String", StringValue: row.type } },
    MessageGroupId: row.aggregateId,
    MessageDeduplicationId: record.eventID,
  };
}

exports.handler = async (event) => {
  const inserted = event.Records.filter((record) => record.eventName === "INSERT");
  for (const record of inserted) {
    await sns.send(new PublishCommand(toMessage(record)));
  }
  console.log(`relayed ${inserted.length} of ${event.Records.length}`);
};
