// todos.delete + update(upsert) (no reader needed)
// remove: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const remove = async ({ id }) => {
  await db.delete({ TableName: "todos", Key: { id } });
};

export const update = async ({ id, text }) => {
  const { Attributes } = await db.update({
    TableName: "todos",
    Key: { id },
    ExpressionAttributeNames: { "#text": "text" },
    ExpressionAttributeValues: { ":text": text },
    UpdateExpression: "SET #text = :text",
    ReturnValues: "ALL_NEW",
  });
  return Attributes;
};
