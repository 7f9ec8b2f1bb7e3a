import type { EventBridgeEvent } from "aws-lambda";
import { SNSClient, PublishCommand } from "@aws-sdk/client-sns";

const sns = new SNSClient({});

interface Finding {
  image: string;
  labels: string[];
  severity: string;
}

export const handler = async ({ detail }: EventBridgeEvent<"ImageModerated", Finding>) => {
  await sns.send(
    new PublishCommand({
      TopicArn: process.env.ALERTS_TOPIC,
      Subject: "An image needs attention",
      Message: `${detail.image}: ${detail.labels.join(", ")}`,
    }),
  );
};
