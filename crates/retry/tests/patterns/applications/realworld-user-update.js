// realworld.user.update(email)
// update: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const update = async ({ username, email }) => {
  const taken = await db.query({
    TableName: "users",
    IndexName: "email",
    KeyConditionExpression: "email = :email",
    ExpressionAttributeValues: { ":email": email },
  });
  if (taken.Count !== 0) return { statusCode: 422 };
  await db.put({ TableName: "users", Item: { username, email } });
  return { statusCode: 200 };
};

export const find = async ({ username }) => {
  const { Item } = await db.get({ TableName: "users", Key: { username } });
  return Item;
};
