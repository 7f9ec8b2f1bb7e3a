import type { DynamoDBStreamEvent } from "aws-lambda";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import { unmarshall } from "@aws-sdk/util-dynamodb";

const bridge = new EventBridgeClient({});

export const handler = async (event: DynamoDBStreamEvent): Promise<void> => {
  const entries: PutEventsRequestEntry[] = event.Records
    .filter((record) => record.eventName !== "REMOVE")
    .map((record) => ({
      EventBusName: process.env.BUS,
      Source: "proctoring.sessions",
      DetailType: record.eventName === "INSERT" ? "SessionStarted" : "SessionChanged",
      Detail: JSON.stringify(unmarshall(record.dynamodb!.NewImage as Record<string, AttributeValue>)),
    }));
  if (entries.length > 0) await bridge.send(new PutEventsCommand({ Entries: entries }));
};
