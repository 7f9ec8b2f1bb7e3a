// todos.update + delete + get (resurrection)
// update: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const update = async ({ id, text }) => {
  await db.update({
    TableName: "todos",
    Key: { id },
    ExpressionAttributeNames: { "#text": "text" },
    ExpressionAttributeValues: { ":text": text },
    UpdateExpression: "SET #text = :text",
  });
};

export const remove = async ({ id }) => {
  await db.delete({ TableName: "todos", Key: { id } });
};

export const get = async ({ id }) => {
  const { Item } = await db.get({ TableName: "todos", Key: { id } });
  return Item;
};
