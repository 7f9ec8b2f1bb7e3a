import type { Context, EventBridgeEvent } from "aws-lambda";
import { store } from "./feedings";

type Fed = { animal: string; grams: number };

export const handler = async (event: EventBridgeEvent<"AnimalFed", Fed>, context: Context): Promise<void> => {
  const { animal, grams } = event.detail;
  await store({ animal, grams, id: context.awsRequestId, at: event.time, by: "dispenser" });
};
