// the same where no element waits for another
// announce: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const announce = async ({ ids }) => {
  await Promise.all(
    ids.map(async (id) => {
      const { Item: product } = await db.get({ TableName: "products", Key: { id } });
      if (product?.onSale) {
        await db.put({ TableName: "announced", Item: { id, seen: false } });
      }
    }),
  );
};

export const startSale = async ({ id }) => {
  await db.put({ TableName: "products", Item: { id, onSale: true } });
};

export const isAnnounced = async ({ id }) => {
  const { Item } = await db.get({ TableName: "announced", Key: { id } });
  return Item !== undefined;
};
