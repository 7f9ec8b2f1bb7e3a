// todos.delete alone + get,get
// remove: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const remove = async ({ id }) => {
  await db.delete({ TableName: "todos", Key: { id } });
};

export const get = async ({ id }) => {
  const { Item } = await db.get({ TableName: "todos", Key: { id } });
  return Item;
};
