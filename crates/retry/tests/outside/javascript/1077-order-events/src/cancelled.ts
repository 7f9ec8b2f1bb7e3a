import type { EventBridgeEvent } from "aws-lambda";
import { setField } from "./view";

export const handler = async (event: EventBridgeEvent<"OrderCancelled", { orderId: string }>) => {
  console.log("cancelled", event.id, new Date().toISOString());
  await setField(event.detail.orderId, "cancelled", true);
};
