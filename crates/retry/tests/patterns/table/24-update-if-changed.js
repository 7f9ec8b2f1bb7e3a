// 24 update-only-if-changed (time)
// rename: safe alone, safe together
// today: safe alone, unknown together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const rename = async ({ id, title }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  if (!Item || Item.title !== title) {
    await db.put({ TableName: "items", Item: { id, title, updatedAt: Date.now() } });
  }
};
