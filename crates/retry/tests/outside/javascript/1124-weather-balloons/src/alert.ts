import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import type { Reading } from "./reading";

const sns = new SNSClient({});

export const handler = async (reading: Reading): Promise<void> => {
  await sns.send(new PublishCommand({
    TopicArn: process.env.ALERTS_TOPIC,
    Subject: `${reading.balloon} is about to burst`,
    Message: `Altitude ${reading.altitude} m`,
  }));
};
