import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

export const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
export const TableName = process.env.DEVICES!;
export const conflict = (error: unknown) => (error as Error).name === "ConditionalCheckFailedException";
export const json = (statusCode: number, body: unknown) => ({ statusCode, body: JSON.stringify(body) });

export async function find(serial: string) {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { serial } }));
  return Item;
}
