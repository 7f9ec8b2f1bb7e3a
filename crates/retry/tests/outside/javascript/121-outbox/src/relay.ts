import { AttributeValue } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBStreamEvent } from "aws-lambda";

const bus = new EventBridgeClient({});

export const handler = async (event: DynamoDBStreamEvent) => {
  const Entries = event.Records.filter((record) => record.eventName === "INSERT").map((record) => {
    const item = unmarshall(record.dynamodb!.NewImage as Record<string, AttributeValue>);
    return { Source: "orders", DetailType: item.type, Detail: JSON.stringify(item) };
  });
  if (Entries.length > 0) await bus.send(new PutEventsCommand({ Entries }));
};
