import jwt from "jsonwebtoken";
import { createHash, timingSafeEqual } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = "users";

const hash = (salt, password) => createHash("sha512").update(salt).update(password).digest();
const denied = { statusCode: 401, body: JSON.stringify({ message: "wrong address or password" }) };

export const handler = async (event) => {
  const { email, password } = JSON.parse(event.body);
  const { Item: user } = await doc.send(new GetCommand({
    TableName,
    Key: { email },
    ProjectionExpression: "salt, passwordHash, displayName",
  }));
  if (!user) return denied;
  if (!timingSafeEqual(hash(user.salt, password), Buffer.from(user.passwordHash, "hex"))) return denied;

  await doc.send(new UpdateCommand({
    TableName,
    Key: { email },
    UpdateExpression: "SET lastLogin = :now",
    ExpressionAttributeValues: { ":now": Date.now() },
  }));

  const token = jwt.sign({ sub: email, name: user.displayName }, process.env.JWT_SECRET, { expiresIn: "1h" });
  return { statusCode: 200, body: JSON.stringify({ token }) };
};
