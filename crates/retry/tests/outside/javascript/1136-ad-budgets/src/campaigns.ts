import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

export interface Campaign {
  id: string;
  spent: number;
  paused: boolean;
}

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.CAMPAIGNS!;

export async function addSpend(id: string, click: string, cents: number): Promise<void> {
  try {
    await db.update({
      TableName,
      Key: { id },
      UpdateExpression: "ADD spent :cents, clicks :clicks",
      ConditionExpression: "attribute_not_exists(clicks) OR NOT contains(clicks, :click)",
      ExpressionAttributeValues: { ":cents": cents, ":clicks": new Set([click]), ":click": click },
    });
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

export async function pause(id: string): Promise<Campaign> {
  const { Attributes } = await db.update({
    TableName,
    Key: { id },
    UpdateExpression: "SET paused = :paused",
    ExpressionAttributeValues: { ":paused": true },
    ReturnValues: "ALL_NEW",
  });
  return Attributes as Campaign;
}

export async function load(id: string): Promise<Campaign | undefined> {
  const { Item } = await db.get({ TableName, Key: { id } });
  return Item as Campaign | undefined;
}
