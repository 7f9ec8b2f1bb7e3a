import type { SQSEvent } from "aws-lambda";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";

interface Campaign {
  campaign: string;
  template: string;
  recipients: string[];
}

const sqs = new SQSClient({});
const SIZE = 10;

const slices = <T>(items: T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / SIZE) }, (_, i) => items.slice(i * SIZE, (i + 1) * SIZE));

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    const { campaign, template, recipients }: Campaign = JSON.parse(record.body);
    for (const slice of slices(recipients)) {
      await sqs.send(new SendMessageBatchCommand({
        QueueUrl: process.env.MAIL_QUEUE_URL,
        Entries: slice.map((to, i) => ({
          Id: `${record.messageId}-${i}`,
          MessageBody: JSON.stringify({ campaign, template, to }),
        })),
      }));
    }
  }
};
