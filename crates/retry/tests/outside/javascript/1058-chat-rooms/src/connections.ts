import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.CONNECTIONS!;

export const add = (connectionId: string, room: string) =>
  db.send(new PutCommand({ TableName, Item: { connectionId, room } }));

export const remove = (connectionId: string) =>
  db.send(new DeleteCommand({ TableName, Key: { connectionId } }));

export async function inRoom(room: string): Promise<string[]> {
  const { Items = [] } = await db.send(new ScanCommand({
    TableName,
    FilterExpression: "room = :room",
    ExpressionAttributeValues: { ":room": room },
  }));
  return Items.map((item) => item.connectionId as string);
}
