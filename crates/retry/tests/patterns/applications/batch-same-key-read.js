// batch puts, same key twice + 3 readers
// save: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const save = async (event) => {
  for (const record of event.Records) {
    const { id, title } = JSON.parse(record.body);
    await db.put({ TableName: "items", Item: { id, title } });
  }
};

export const read = async ({ id }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  return Item;
};
