import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";

export const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export interface Link { hash: string; url: string }

export async function saveLink(link: Link): Promise<void> {
  await db.send(new PutCommand({ TableName: process.env.LINKS!, Item: link }));
}

export async function findLink(hash: string): Promise<Link | undefined> {
  const { Item } = await db.send(new GetCommand({ TableName: process.env.LINKS!, Key: { hash } }));
  return Item as Link | undefined;
}
