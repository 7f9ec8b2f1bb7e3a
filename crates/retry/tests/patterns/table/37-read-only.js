// 37 read only
// read: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const read = async ({ id }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  return Item ? { statusCode: 200, title: Item.title } : { statusCode: 404 };
};

export const put = async ({ id, title }) => {
  await db.put({ TableName: "items", Item: { id, title } });
};
