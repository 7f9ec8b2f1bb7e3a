import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.FEEDINGS!;

export interface Feeding {
  animal: string;
  id: string;
  grams: number;
  at: string;
  by: "dispenser" | "keeper";
}

export async function store(feeding: Feeding): Promise<void> {
  await db.put({ TableName, Item: feeding });
}

export async function feedingsOf(animal: string): Promise<Feeding[]> {
  const { Items } = await db.query({
    TableName,
    KeyConditionExpression: "animal = :animal",
    ExpressionAttributeValues: { ":animal": animal },
  });
  return (Items ?? []) as Feeding[];
}
