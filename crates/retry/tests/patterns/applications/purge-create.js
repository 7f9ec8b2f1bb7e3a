// purgeData + create + scan,scan
// purge: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const purge = async () => {
  const { Items } = await db.scan({ TableName: "items" });
  for (const { id } of Items) {
    await db.delete({ TableName: "items", Key: { id } });
  }
};

export const create = async ({ id, title }) => {
  await db.put({ TableName: "items", Item: { id, title } });
};

export const list = async () => {
  const { Items } = await db.scan({ TableName: "items" });
  return Items;
};
