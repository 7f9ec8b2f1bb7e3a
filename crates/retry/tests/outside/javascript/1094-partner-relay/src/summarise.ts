import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { count } from "./inbox";

const sns = new SNSClient({});

export const handler = async () => {
  const events = await count();
  if (events === 0) return;
  await sns.send(new PublishCommand({ TopicArn: process.env.DIGEST_TOPIC, Message: `${events} events so far` }));
};
