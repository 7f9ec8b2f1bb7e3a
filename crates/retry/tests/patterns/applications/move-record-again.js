// a record is moved, and somebody may put it back meanwhile
// archive: safe alone, unsafe-concurrent together

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

export const receive = async ({ id, text }) => {
  await db.put({ TableName: "inbox", Item: { id, text } });
};

export const archived = async ({ id }) =>
  (await db.get({ TableName: "archive", Key: { id } })).Item;
