import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const mark = (id: string, flag: "paid" | "refunded" | "refundRequested") =>
  db.send(new UpdateCommand({
    TableName: process.env.ORDERS,
    Key: { id },
    UpdateExpression: "SET #f = :yes",
    ExpressionAttributeNames: { "#f": flag },
    ExpressionAttributeValues: { ":yes": true },
  }));

export const load = async (id: string) =>
  (await db.send(new GetCommand({ TableName: process.env.ORDERS, Key: { id } }))).Item;

export const seen = async (eventId: string) =>
  (await db.send(new GetCommand({ TableName: process.env.SEEN, Key: { eventId } }))).Item !== undefined;

export const remember = (eventId: string) =>
  db.send(new PutCommand({ TableName: process.env.SEEN, Item: { eventId, at: Date.now() } }));
