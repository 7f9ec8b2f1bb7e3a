// 15 read-check-then-put, resp differs
// register: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const register = async ({ id, title }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  if (Item) return { statusCode: 409 };
  await db.put({ TableName: "items", Item: { id, title } });
  return { statusCode: 201 };
};
