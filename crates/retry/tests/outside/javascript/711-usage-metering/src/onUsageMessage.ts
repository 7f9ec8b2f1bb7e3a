import type { Context, SQSEvent } from "aws-lambda";
import { meter } from "./meter";

export const handler = async (event: SQSEvent, context: Context): Promise<void> => {
  const [message] = event.Records;
  const { tenant, units } = JSON.parse(message.body);
  await meter(context.awsRequestId, tenant, units);
};
