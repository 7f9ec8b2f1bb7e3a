// 19 RMW set field + other updater + readers
// rename: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const rename = async ({ id, title }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  await db.put({ TableName: "items", Item: { ...Item, id, title } });
};

export const price = async ({ id, cents }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  await db.put({ TableName: "items", Item: { ...Item, id, cents } });
};

export const read = async ({ id }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  return Item;
};
