import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient());
const bus = new EventBridgeClient();

const announce = (Detail) =>
  bus.send(new PutEventsCommand({ Entries: [{ Source: "audit", DetailType: "seen", Detail }] }));

export const handler = async (event) => {
  const message = JSON.parse(event.Records?.[0]?.Sns?.Message ?? "{}");
  const hooks = message.loud ? { after: announce } : undefined;
  await hooks?.after?.(JSON.stringify(message));
};

export const reply = async (event) => {
  const item = JSON.parse(event.body);
  const answer = await doc.send(
    new PutCommand({ TableName: "events", Item: { id: item.id, text: item.text }, ReturnConsumedCapacity: "TOTAL" }),
  );
  if (answer.ConsumedCapacity?.CapacityUnits > 1) await announce(item.id);
  return { statusCode: 200 };
};
