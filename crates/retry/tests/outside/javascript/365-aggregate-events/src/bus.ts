import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { OrderAggregate } from "./order";

export class EventBus {
  private readonly client = new EventBridgeClient({});

  constructor(private readonly name: string) {}

  async flush(aggregate: OrderAggregate): Promise<void> {
    await this.client.send(new PutEventsCommand({
      Entries: aggregate.pending.map(({ type, detail }) => ({
        EventBusName: this.name,
        Source: "shop.orders",
        DetailType: type,
        Detail: JSON.stringify(detail),
      })),
    }));
  }
}
