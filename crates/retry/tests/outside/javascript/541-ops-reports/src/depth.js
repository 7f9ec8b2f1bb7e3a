import { SQSClient, GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { CloudWatchClient, PutMetricDataCommand } from "@aws-sdk/client-cloudwatch";

const sqs = new SQSClient({});
const cloudwatch = new CloudWatchClient({});

export const handler = async () => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: process.env.QUEUE_URL,
      AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    }),
  );
  const waiting = Number(Attributes.ApproximateNumberOfMessages);
  const inFlight = Number(Attributes.ApproximateNumberOfMessagesNotVisible);
  await cloudwatch.send(
    new PutMetricDataCommand({
      Namespace: "Jobs",
      MetricData: [{ MetricName: "Backlog", Value: waiting + inFlight, Timestamp: new Date() }],
    }),
  );
};
