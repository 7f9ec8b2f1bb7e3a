import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import axios from "axios";

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function endpointOf(source) {
  const { Item } = await ddb.send(new GetCommand({ TableName: process.env.ENDPOINTS_TABLE, Key: { source } }));
  return Item?.url;
}

async function deliver(record) {
  const { source, payload } = JSON.parse(record.body);
  const url = await endpointOf(source);
  if (!url) {
    console.log(`no endpoint for ${source}, dropped`);
    return;
  }
  await axios.post(url, payload, {
    timeout: 5000,
    headers: { "Idempotency-Key": record.messageId, "User-Agent": "webhook-relay/1" },
  });
}

export const handler = async (event) => {
  const batchItemFailures = [];
  for (const record of event.Records) {
    try {
      await deliver(record);
    } catch (error) {
      console.error("delivery failed", record.messageId, error.message);
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
};
