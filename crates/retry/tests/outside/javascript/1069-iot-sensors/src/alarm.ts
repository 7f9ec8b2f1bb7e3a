import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { isReading } from "./reading";

const sns = new SNSClient({});

export const handler = async (event: Record<string, unknown>): Promise<void> => {
  if (!isReading(event)) return;
  try {
    await sns.send(new PublishCommand({
      TopicArn: process.env.ALARM_TOPIC,
      Subject: `Too hot: ${event.device}`,
      Message: `${event.celsius} degrees at ${event.at}`,
    }));
  } catch (error) {
    console.error("alarm not sent", error);
  }
};
