import type { SQSEvent } from "aws-lambda";
import { Workflow } from "./workflow";

const workflow = new Workflow(process.env.STATE_MACHINE_ARN as string);

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    await workflow.start(`paid-${record.messageId}`, record.body);
  }
};
