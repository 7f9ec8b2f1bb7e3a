// 03 blind put, other writer, 3 readers
// put: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const put = async ({ id, title }) => {
  await db.put({ TableName: "items", Item: { id, title } });
};

export const overwrite = async ({ id, name }) => {
  await db.put({ TableName: "items", Item: { id, title: `imported ${name}` } });
};

export const read = async ({ id }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  return Item;
};
