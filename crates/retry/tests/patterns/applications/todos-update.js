// todos.update (upsert, updatedAt=now) + get,get
// update: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const update = async ({ id, text, checked }) => {
  const { Attributes } = await db.update({
    TableName: "todos",
    Key: { id },
    ExpressionAttributeNames: { "#text": "text" },
    ExpressionAttributeValues: { ":text": text, ":checked": checked, ":now": Date.now() },
    UpdateExpression: "SET #text = :text, checked = :checked, updatedAt = :now",
    ReturnValues: "ALL_NEW",
  });
  return { statusCode: 200, body: JSON.stringify(Attributes) };
};

export const get = async ({ id }) => {
  const { Item } = await db.get({ TableName: "todos", Key: { id } });
  return { statusCode: 200, body: JSON.stringify(Item) };
};
