import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.SWAPS!;

export interface Swap {
  id: string;
  nurse: string;
  date: string;
  acceptedBy?: string;
  expired?: boolean;
}

/** False if the condition of the write did not hold. */
async function conditionally(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "ConditionalCheckFailedException") return false;
    throw error;
  }
}

export const offerSwap = (swap: Swap) =>
  conditionally(db.send(new PutCommand({ TableName, Item: swap, ConditionExpression: "attribute_not_exists(id)" })));

export const acceptSwap = (id: string, nurse: string) =>
  conditionally(db.send(new UpdateCommand({
    TableName,
    Key: { id },
    UpdateExpression: "SET acceptedBy = :nurse",
    ConditionExpression: "attribute_exists(id) AND (attribute_not_exists(acceptedBy) OR acceptedBy = :nurse)",
    ExpressionAttributeValues: { ":nurse": nurse },
  })));

export const expireSwap = (id: string) =>
  conditionally(db.send(new UpdateCommand({
    TableName,
    Key: { id },
    UpdateExpression: "SET expired = :yes",
    ConditionExpression: "attribute_not_exists(acceptedBy)",
    ExpressionAttributeValues: { ":yes": true },
  })));

export async function findSwap(id: string): Promise<Swap | undefined> {
  const { Item } = await db.send(new GetCommand({ TableName, Key: { id } }));
  return Item as Swap | undefined;
}

export async function swapsBefore(day: string): Promise<Swap[]> {
  const { Items } = await db.send(new ScanCommand({
    TableName,
    FilterExpression: "#date < :day",
    ExpressionAttributeNames: { "#date": "date" },
    ExpressionAttributeValues: { ":day": day },
  }));
  return (Items ?? []) as Swap[];
}
