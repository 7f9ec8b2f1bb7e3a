// purgeData alone
// purge: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const purge = async () => {
  const { Items } = await db.scan({ TableName: "items" });
  for (const { id } of Items) {
    await db.delete({ TableName: "items", Key: { id } });
  }
};
