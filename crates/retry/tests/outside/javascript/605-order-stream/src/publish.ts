import type { DynamoDBStreamEvent } from "aws-lambda";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { unmarshall } from "@aws-sdk/util-dynamodb";

const bridge = new EventBridgeClient({});

const DETAIL_TYPES: Record<string, string> = {
  INSERT: "OrderPlaced",
  MODIFY: "OrderChanged",
  REMOVE: "OrderRemoved",
};

export const handler = async (event: DynamoDBStreamEvent) => {
  const entries = event.Records.map((record) => ({
    EventBusName: process.env.BUS,
    Source: "shop.orders",
    DetailType: DETAIL_TYPES[record.eventName!],
    Detail: JSON.stringify({
      eventId: record.eventID,
      order: unmarshall((record.dynamodb!.NewImage ?? record.dynamodb!.OldImage) as any),
    }),
  }));
  await bridge.send(new PutEventsCommand({ Entries: entries }));
};
