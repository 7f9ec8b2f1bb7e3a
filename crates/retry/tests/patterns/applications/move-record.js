// a record is copied, then deleted; a retry that finds nothing left has nothing to do
// archive: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const archive = async ({ Records }) => {
  for (const { id } of Records) {
    const { Item } = await db.get({ TableName: "inbox", Key: { id }, ConsistentRead: true });
    if (!Item) continue;
    await db.put({ TableName: "archive", Item: { id, text: Item.text } });
    await db.delete({ TableName: "inbox", Key: { id } });
  }
};
