import type { DynamoDBStreamEvent } from "aws-lambda";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { envelope, fingerprint } from "./lib/envelope";

const sns = new SNSClient({});

export const handler = async (event: DynamoDBStreamEvent): Promise<void> => {
  for (const record of event.Records) {
    if (record.eventName !== "INSERT" || !record.dynamodb?.NewImage) continue;
    const row = unmarshall(record.dynamodb.NewImage as Record<string, AttributeValue>);
    const message = envelope(row.type, row.payload);

    await sns.send(new PublishCommand({
      TopicArn: process.env.TOPIC_ARN,
      Message: JSON.stringify(message),
      MessageGroupId: row.aggregateId,
      MessageDeduplicationId: fingerprint(message),
    }));
  }
};
