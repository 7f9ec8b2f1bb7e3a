// 20 RMW append
// append: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const append = async ({ id, entry }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  const entries = Item ? Item.entries : [];
  await db.put({ TableName: "items", Item: { id, entries: [...entries, entry] } });
};
