import type { EventBridgeEvent } from "aws-lambda";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { setField } from "./view";

const bus = new EventBridgeClient({});

export const handler = async (event: EventBridgeEvent<"OrderPlaced", { orderId: string; total: number }>) => {
  const { orderId, total } = event.detail;
  await setField(orderId, "total", total);
  if (total > 100_000) {
    await bus.send(new PutEventsCommand({
      Entries: [{ EventBusName: process.env.BUS, Source: "orders", DetailType: "BigOrder", Detail: JSON.stringify({ orderId, total }) }],
    }));
  }
};
