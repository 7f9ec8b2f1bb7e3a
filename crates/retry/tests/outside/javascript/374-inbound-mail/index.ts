import type { SNSEvent } from "aws-lambda";
import { CloudWatchClient, PutMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const cloudwatch = new CloudWatchClient({});

interface Mail {
  mail: { source: string; destination: string[]; commonHeaders: { subject: string } };
}

export const handler = async (event: SNSEvent): Promise<void> => {
  const { MessageId, Message, Timestamp } = event.Records[0].Sns;
  const { mail }: Mail = JSON.parse(Message);
  const day = Timestamp.substring(0, 10);

  await doc.send(new BatchWriteCommand({
    RequestItems: {
      mails: [{ PutRequest: { Item: { id: MessageId, from: mail.source, subject: mail.commonHeaders.subject } } }],
      "mails-by-day": [{ PutRequest: { Item: { day, id: MessageId, to: mail.destination } } }],
    },
  }));

  await cloudwatch.send(new PutMetricDataCommand({
    Namespace: "Mail",
    MetricData: [{ MetricName: "Received", Value: 1, Unit: "Count", Timestamp: new Date() }],
  }));
};
