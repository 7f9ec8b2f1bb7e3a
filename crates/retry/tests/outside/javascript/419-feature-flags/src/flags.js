import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const TTL = 60_000;
const cache = new Map();

export async function flag(name) {
  const hit = cache.get(name);
  if (hit && hit.until > Date.now()) {
    return hit.value;
  }
  const { Item } = await client.send(
    new GetCommand({ TableName: process.env.FLAGS_TABLE, Key: { name } }),
  );
  const value = Item ?? { name, rollout: 0 };
  cache.set(name, { value, until: Date.now() + TTL });
  return value;
}
