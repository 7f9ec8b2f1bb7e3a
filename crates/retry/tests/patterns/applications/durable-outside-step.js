// durable: write outside step, reader x2
// count: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { withDurableExecution } from "@aws/durable-execution-sdk-js";

const db = DynamoDBDocument.from(new DynamoDB());

export const count = withDurableExecution(async (event, context) => {
  await db.update({
    TableName: "items",
    Key: { id: event.id },
    UpdateExpression: "ADD hits :one",
    ExpressionAttributeValues: { ":one": 1 },
  });
  await context.step("close", async () => {
    await db.put({ TableName: "closed", Item: { id: event.id } });
  });
});

export const read = async ({ id }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  return Item;
};
