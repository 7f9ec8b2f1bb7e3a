import type { SQSEvent } from "aws-lambda";
import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";

const sfn = new SFNClient({});

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    await sfn.send(new StartExecutionCommand({
      stateMachineArn: process.env.INCIDENTS,
      name: `incident-${record.messageId}`,
      input: record.body,
    }));
  }
};
