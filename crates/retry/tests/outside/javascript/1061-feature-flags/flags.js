import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.FLAGS;

export const getFlag = async (name) => (await db.send(new GetCommand({ TableName, Key: { name } }))).Item;
export const putFlag = (name, enabled) => db.send(new PutCommand({ TableName, Item: { name, enabled } }));
export const allFlags = async () => (await db.send(new ScanCommand({ TableName }))).Items ?? [];
