import type { SNSEvent } from "aws-lambda";
import { save } from "./inbox";

export const handler = async (event: SNSEvent) => {
  await Promise.all(event.Records.map((record) => save(record.Sns.MessageId, record.Sns.Message)));
};
