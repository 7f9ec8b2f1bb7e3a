import { createHash } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

export const db = DynamoDBDocument.from(new DynamoDBClient({}));
export const TableName = process.env.ORDERS_TABLE;

export const orderIdFor = (key) => createHash("sha256").update(key).digest("hex").slice(0, 32);

export async function insertOnce(Item) {
  try {
    await db.put({ TableName, Item, ConditionExpression: "attribute_not_exists(id)" });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") {
      throw error;
    }
    const { Item: existing } = await db.get({ TableName, Key: { id: Item.id } });
    console.info("order already stored", { id: Item.id, since: existing?.createdAt });
  }
}
