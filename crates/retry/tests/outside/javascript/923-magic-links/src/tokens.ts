import { createHash } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TOKENS_TABLE!;
const hash = (token: string) => createHash("sha256").update(token).digest("hex");

export async function storeToken(token: string, email: string, expiresAt: number): Promise<void> {
  await db.send(new PutCommand({ TableName, Item: { tokenHash: hash(token), email, expiresAt } }));
}

/** A token can be used once: what was deleted is returned. */
export async function takeToken(token: string): Promise<{ email: string; expiresAt: number } | undefined> {
  const { Attributes } = await db.send(
    new DeleteCommand({ TableName, Key: { tokenHash: hash(token) }, ReturnValues: "ALL_OLD" }),
  );
  return Attributes as { email: string; expiresAt: number } | undefined;
}
