import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const WEEK = 7 * 24 * 60 * 60;

const seconds = () => Math.floor(Date.now() / 1000);
const json = (statusCode, body) => ({ statusCode, body: JSON.stringify(body) });

export const login = async (event) => {
  const { email, password } = JSON.parse(event.body);
  const { Item: user } = await db.get({ TableName: process.env.USERS, Key: { email } });
  if (!user) return json(401, { message: "Unknown user or wrong password" });

  const hash = scryptSync(password, user.salt, 64);
  if (!timingSafeEqual(hash, Buffer.from(user.hash, "hex"))) {
    return json(401, { message: "Unknown user or wrong password" });
  }

  const token = randomBytes(32).toString("hex");
  await db.put({
    TableName: process.env.SESSIONS,
    Item: { token, email, expiresAt: seconds() + WEEK },
  });
  return json(200, { token });
};

export const me = async (event) => {
  const token = event.headers.authorization?.replace(/^Bearer /, "");
  if (!token) return json(401, { message: "Not signed in" });
  const { Item: session } = await db.get({ TableName: process.env.SESSIONS, Key: { token } });
  if (!session || session.expiresAt < seconds()) return json(401, { message: "Not signed in" });
  return json(200, { email: session.email });
};
