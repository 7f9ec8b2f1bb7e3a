import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.NOTES!;

export interface Note { owner: string; id: string; text: string }

export const read = async (owner: string, id: string) =>
  (await db.send(new GetCommand({ TableName, Key: { owner, id } }))).Item as Note | undefined;

export const write = async (note: Note) => {
  await db.send(new PutCommand({ TableName, Item: note }));
  return note;
};

export const list = async (owner: string) =>
  (await db.send(new QueryCommand({
    TableName,
    KeyConditionExpression: "#o = :o",
    ExpressionAttributeNames: { "#o": "owner" },
    ExpressionAttributeValues: { ":o": owner },
  }))).Items ?? [];
