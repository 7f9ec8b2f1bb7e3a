import type { SQSEvent } from "aws-lambda";
import { addSpend } from "./campaigns";

interface Click {
  campaign: string;
  cents: number;
}

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const { messageId, body } of event.Records) {
    const click = JSON.parse(body) as Click;
    await addSpend(click.campaign, messageId, click.cents);
  }
};
