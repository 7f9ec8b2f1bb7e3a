// the time of the last login is shown to somebody
// login: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const login = async ({ user, password }) => {
  const { Item } = await db.get({ TableName: "users", Key: { user } });
  if (!Item || Item.password !== password) return "denied";
  await db.update({
    TableName: "users",
    Key: { user },
    UpdateExpression: "SET lastLogin = :now",
    ExpressionAttributeValues: { ":now": Date.now() },
  });
  return Item.name;
};

export const seen = async ({ user }) => {
  const { Item } = await db.get({ TableName: "users", Key: { user } });
  return Item?.lastLogin;
};
