import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const store = (day: string, rates: Record<string, number>) =>
  db.send(new PutCommand({ TableName: process.env.RATES, Item: { day, rates } }));

export const load = async (day: string) =>
  (await db.send(new GetCommand({ TableName: process.env.RATES, Key: { day } }))).Item?.rates as
    Record<string, number> | undefined;
