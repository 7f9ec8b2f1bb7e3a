// 05 put(now()), no reader
// touch: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const touch = async ({ id }) => {
  await db.put({ TableName: "items", Item: { id, at: Date.now() } });
};
