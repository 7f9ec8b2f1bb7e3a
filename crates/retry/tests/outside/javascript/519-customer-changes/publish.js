import { SNSClient, PublishBatchCommand } from "@aws-sdk/client-sns";
import { unmarshall } from "@aws-sdk/util-dynamodb";

const sns = new SNSClient({});

const toEntry = (record) => ({
  Id: record.eventID,
  Message: JSON.stringify({
    type: record.eventName,
    customer: record.dynamodb.NewImage ? unmarshall(record.dynamodb.NewImage) : null,
  }),
});

export const handler = async (event) => {
  const entries = event.Records.map(toEntry);
  for (let i = 0; i < entries.length; i += 10) {
    await sns.send(
      new PublishBatchCommand({
        TopicArn: process.env.TOPIC_ARN,
        PublishBatchRequestEntries: entries.slice(i, i + 10),
      }),
    );
  }
};
