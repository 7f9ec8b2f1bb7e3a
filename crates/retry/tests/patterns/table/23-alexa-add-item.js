// 23 Alexa addItem (post PR#7)
// addItem: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const addItem = async ({ user, item }) => {
  const { Item } = await db.get({ TableName: "lists", Key: { user } });
  const list = Item ? Item.list : [];
  if (list.includes(item)) return `${item} is already on your list`;
  await db.put({ TableName: "lists", Item: { user, list: [...list, item] } });
  return `${item} is now on your list`;
};
