// 34 order-created guard + deleter + readers
// orderCreated: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const orderCreated = async ({ id, total }) => {
  const { Item } = await db.get({ TableName: "orders", Key: { id } });
  if (Item) return;
  await db.put({ TableName: "orders", Item: { id, total } });
};

export const cancel = async ({ id }) => {
  await db.delete({ TableName: "orders", Key: { id } });
};

export const read = async ({ id }) => {
  const { Item } = await db.get({ TableName: "orders", Key: { id } });
  return Item;
};
