import { db, PRODUCTS_TABLE } from "./db";

interface PriceChange {
  sku: string;
  cents: number;
}

export const handler = async ({ sku, cents }: PriceChange): Promise<{ accepted: boolean }> => {
  if (!Number.isInteger(cents) || cents < 0) {
    return { accepted: false };
  }
  await db.update({
    TableName: PRODUCTS_TABLE,
    Key: { sku },
    UpdateExpression: "SET cents = :cents",
    ExpressionAttributeValues: { ":cents": cents },
  });
  return { accepted: true };
};
