// 04 blind put, same const writers, readers
// close: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const close = async ({ id }) => {
  await db.put({ TableName: "items", Item: { id, state: "closed" } });
};

export const expire = async ({ id }) => {
  await db.put({ TableName: "items", Item: { id, state: "closed" } });
};

export const read = async ({ id }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  return Item;
};
