// 09 blind delete + upsert writer + readers
// remove: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const remove = async ({ id }) => {
  await db.delete({ TableName: "items", Key: { id } });
};

export const rename = async ({ id, title }) => {
  await db.update({
    TableName: "items",
    Key: { id },
    UpdateExpression: "SET title = :title",
    ExpressionAttributeValues: { ":title": title },
  });
};

export const read = async ({ id }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  return Item;
};
