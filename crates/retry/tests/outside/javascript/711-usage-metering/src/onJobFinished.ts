import type { Context, EventBridgeEvent } from "aws-lambda";
import { meter } from "./meter";

type Finished = { tenant: string; seconds: number };

export const handler = async (event: EventBridgeEvent<"JobFinished", Finished>, context: Context): Promise<void> => {
  await meter(context.awsRequestId, event.detail.tenant, event.detail.seconds);
};
