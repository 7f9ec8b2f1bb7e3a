// @idempotent(ext), retry after in-progress expiry
// pay: unsafe alone, unsafe together

import { makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";

const persistenceStore = new DynamoDBPersistenceLayer({ tableName: "idempotency" });

export const pay = makeIdempotent(async ({ amount }) => {
  await fetch("https://payments.example.com/charges", {
    method: "POST",
    body: JSON.stringify({ amount }),
  });
}, { persistenceStore });
