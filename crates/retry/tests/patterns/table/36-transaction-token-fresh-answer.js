// 36 token write once, resp = fresh id
// create: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { randomUUID } from "node:crypto";

const db = DynamoDBDocument.from(new DynamoDB());

export const create = async ({ request, title }) => {
  const id = randomUUID();
  await db.transactWrite({
    ClientRequestToken: request,
    TransactItems: [{ Put: { TableName: "items", Item: { id, title } } }],
  });
  return { id };
};
