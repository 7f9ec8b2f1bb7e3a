import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const CARRIERS = new Set(["dhl", "ups", "post"]);

async function store({ messageId, body }) {
  const { parcel, carrier, weight } = JSON.parse(body);
  if (!CARRIERS.has(carrier)) throw new Error(`unknown carrier ${carrier}`);
  await doc.send(new PutCommand({
    TableName: process.env.SHIPMENTS,
    Item: { shipment: messageId, parcel, carrier, grams: Math.round(weight * 1000) },
  }));
}

export const handler = async (event) => {
  const results = await Promise.allSettled(event.Records.map(store));

  const batchItemFailures = [];
  results.forEach((result, i) => {
    if (result.status === "rejected") {
      console.error("failed", event.Records[i].messageId, result.reason);
      batchItemFailures.push({ itemIdentifier: event.Records[i].messageId });
    }
  });
  return { batchItemFailures };
};
