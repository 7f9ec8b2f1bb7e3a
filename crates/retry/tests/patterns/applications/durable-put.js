// durable step(put const)
// close: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { withDurableExecution } from "@aws/durable-execution-sdk-js";

const db = DynamoDBDocument.from(new DynamoDB());

export const close = withDurableExecution(async (event, context) => {
  await context.step("close", async () => {
    await db.put({ TableName: "items", Item: { id: event.id, state: "closed" } });
  });
});
