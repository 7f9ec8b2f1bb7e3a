import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { createTrace } from "./trace.js";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event, context) => {
  const trace = createTrace(context);

  const entries = event.Records.map((record, index) => {
    const { actor, action, resource } = JSON.parse(record.body);
    return { ...trace.next(index), actor, action, resource, sentAt: Number(record.attributes.SentTimestamp) };
  });

  await doc.send(new BatchWriteCommand({
    RequestItems: { "audit-log": entries.map((Item) => ({ PutRequest: { Item } })) },
  }));
};
