import type { SNSEvent } from "aws-lambda";
import Redis from "ioredis";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";

interface Alarm {
  AlarmName: string;
  NewStateValue: "OK" | "ALARM" | "INSUFFICIENT_DATA";
  NewStateReason: string;
}

const redis = new Redis(process.env.REDIS_URL!);
const sns = new SNSClient({});
const DAY = 24 * 60 * 60;

async function firstTime(id: string): Promise<boolean> {
  return (await redis.set(`alarm:${id}`, "1", "EX", DAY, "NX")) === "OK";
}

export const handler = async (event: SNSEvent): Promise<void> => {
  for (const { Sns } of event.Records) {
    const alarm: Alarm = JSON.parse(Sns.Message);
    if (alarm.NewStateValue !== "ALARM") continue;
    if (!(await firstTime(Sns.MessageId))) {
      console.info("duplicate delivery", Sns.MessageId);
      continue;
    }
    await sns.send(new PublishCommand({
      PhoneNumber: process.env.ON_CALL,
      Message: `${alarm.AlarmName}: ${alarm.NewStateReason}`.slice(0, 140),
    }));
  }
};
