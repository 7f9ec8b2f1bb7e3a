// 11 get -> 404 else delete -> 204
// remove: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const remove = async ({ id }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  if (!Item) return { statusCode: 404 };
  await db.delete({ TableName: "items", Key: { id } });
  return { statusCode: 204 };
};
