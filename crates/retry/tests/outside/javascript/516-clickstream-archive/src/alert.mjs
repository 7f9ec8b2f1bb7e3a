import { SNSClient, PublishCommand } from "@aws-sdk/client-sns";
import { decode } from "./decode.mjs";

const sns = new SNSClient({});

export const handler = async (event) => {
  const errors = event.Records.map(decode).filter((click) => click.type === "js-error");
  if (errors.length === 0) return;
  await sns.send(
    new PublishCommand({
      TopicArn: process.env.ERROR_TOPIC,
      Subject: `${errors.length} errors in the browser`,
      Message: JSON.stringify(errors.slice(0, 10)),
    }),
  );
};
