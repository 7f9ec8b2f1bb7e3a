// 07 put(now()), resp has time, no reader
// touch: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const touch = async ({ id }) => {
  const at = Date.now();
  await db.put({ TableName: "items", Item: { id, at } });
  return { at };
};
