import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { subHours } from "date-fns";
import { silentSince } from "./devices";

const sns = new SNSClient({});

export const handler = async (): Promise<void> => {
  const devices = await silentSince(subHours(new Date(), 6).getTime());
  if (devices.length === 0) return;
  await sns.send(
    new PublishCommand({
      TopicArn: process.env.OPS_TOPIC,
      Subject: `${devices.length} silent devices`,
      Message: devices.join("\n"),
    }),
  );
};
