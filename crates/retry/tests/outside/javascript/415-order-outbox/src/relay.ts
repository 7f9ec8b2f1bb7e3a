import type { DynamoDBStreamEvent } from "aws-lambda";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";

const sns = new SNSClient({});

export const handler = async (event: DynamoDBStreamEvent): Promise<void> => {
  const inserted = event.Records.filter(({ eventName }) => eventName === "INSERT");
  for (const { dynamodb } of inserted) {
    const image = dynamodb!.NewImage!;
    await sns.send(
      new PublishCommand({
        TopicArn: process.env.TOPIC_ARN,
        Message: image.payload.S,
        MessageAttributes: { type: { DataType: "String", StringValue: image.type.S } },
      }),
    );
  }
};
