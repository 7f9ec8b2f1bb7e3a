// the hour at which an attempt runs is a part of the key
// file: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const file = async ({ id, text }) => {
  const hour = new Date().getHours();
  await db.put({ TableName: "files", Item: { id: `${hour}/${id}`, text } });
};
