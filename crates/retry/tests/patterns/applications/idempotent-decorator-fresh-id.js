// @idempotent(put fresh id), retry after expiry
// create: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { randomUUID } from "node:crypto";
import { makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());
const persistenceStore = new DynamoDBPersistenceLayer({ tableName: "idempotency" });

export const create = makeIdempotent(async ({ title }) => {
  await db.put({ TableName: "items", Item: { id: randomUUID(), title } });
}, { persistenceStore });
