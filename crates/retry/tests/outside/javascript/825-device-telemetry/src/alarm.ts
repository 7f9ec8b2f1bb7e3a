import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import type { Reading } from "./devices";

const sns = new SNSClient({});

export const handler = async ({ deviceId, ts, temperature }: Reading): Promise<void> => {
  await sns.send(
    new PublishCommand({
      TopicArn: process.env.ALARMS_TOPIC,
      MessageGroupId: deviceId,
      MessageDeduplicationId: `${deviceId}-${ts}`,
      Message: JSON.stringify({ type: "overheated", deviceId, ts, temperature }),
    }),
  );
};
