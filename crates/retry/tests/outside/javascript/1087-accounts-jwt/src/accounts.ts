import { randomBytes, scryptSync } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

export const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const TableName = process.env.ACCOUNTS!;

export interface Account { login: string; salt: string; hash: string }

export function seal(password: string, salt = randomBytes(16).toString("hex")) {
  return { salt, hash: scryptSync(password, salt, 32).toString("hex") };
}

export async function verify(login: string, password: string): Promise<boolean> {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { login } }));
  const account = Item as Account | undefined;
  if (!account) return false;
  return seal(password, account.salt).hash === account.hash;
}

export const reply = (statusCode: number, body: unknown) => ({ statusCode, body: JSON.stringify(body) });
