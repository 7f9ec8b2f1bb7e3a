// 33 order-created guard, alone
// orderCreated: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const orderCreated = async ({ id, total }) => {
  const { Item } = await db.get({ TableName: "orders", Key: { id } });
  if (Item) return;
  await db.put({ TableName: "orders", Item: { id, total } });
};
