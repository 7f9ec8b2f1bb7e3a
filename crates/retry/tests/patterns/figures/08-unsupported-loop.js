// Figure 8: a loop that ends by what it reads and writes what it reads
// unsupportedLoop: unknown alone, unknown together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

const valueOf = async (key) => {
  const { Item } = await db.get({ TableName: "Data", Key: { key } });
  return Item.value;
};

export const unsupportedLoop = async ({ key, n }) => {
  let value = await valueOf(key);
  while (value % n !== 0) {
    await db.put({ TableName: "Data", Item: { key, value: value + 1 } });
    value = await valueOf(key);
  }
};
