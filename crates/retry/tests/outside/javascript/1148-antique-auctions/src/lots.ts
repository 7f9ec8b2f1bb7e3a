import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.LOTS!;

export interface Bid {
  bidder: string;
  amount: number;
}

export async function raise(lot: string, { bidder, amount }: Bid): Promise<boolean> {
  try {
    await db.update({
      TableName,
      Key: { lot },
      UpdateExpression: "SET bidder = :bidder, amount = :amount",
      ConditionExpression: "attribute_not_exists(amount) OR amount < :amount",
      ExpressionAttributeValues: { ":bidder": bidder, ":amount": amount },
    });
    return true;
  } catch (error) {
    if ((error as Error).name === "ConditionalCheckFailedException") return false;
    throw error;
  }
}

export async function highest(lot: string): Promise<Bid | undefined> {
  const { Item } = await db.get({ TableName, Key: { lot }, ConsistentRead: true });
  return Item as Bid | undefined;
}
