import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

export const db = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});

export const TABLE = process.env.PERMITS;

export const permitId = (zone, plate) => `${zone}#${plate.toUpperCase()}`;

export async function loadPermit(id) {
  const { Item } = await db.send(new GetCommand({ TableName: TABLE, Key: { id }, ConsistentRead: true }));
  return Item;
}

export const reply = (statusCode, body) => ({
  statusCode,
  headers: { "content-type": "application/json" },
  body: body === undefined ? "" : JSON.stringify(body),
});
