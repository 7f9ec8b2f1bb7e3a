import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.INBOX!;

export const save = (id: string, text: string) => db.send(new PutCommand({ TableName, Item: { id, text } }));
export const count = async () => (await db.send(new ScanCommand({ TableName, Select: "COUNT" }))).Count ?? 0;
