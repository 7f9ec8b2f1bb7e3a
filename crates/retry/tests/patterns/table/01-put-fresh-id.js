// 01 put(fresh id)
// create: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { randomUUID } from "node:crypto";

const db = DynamoDBDocument.from(new DynamoDB());

export const create = async ({ title }) => {
  await db.put({ TableName: "items", Item: { id: randomUUID(), title } });
};
