// log only the id generation, put unlogged, key unique
// create: safe alone, safe together
// today: safe alone, unknown together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { randomUUID } from "node:crypto";

const db = DynamoDBDocument.from(new DynamoDB());

// The first attempt records an identifier for the request; a retry finds it.
const identifierOf = async (request) => {
  try {
    await db.put({
      TableName: "log",
      Item: { request, id: randomUUID() },
      ConditionExpression: "attribute_not_exists(request)",
    });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
  const { Item } = await db.get({ TableName: "log", Key: { request } });
  return Item.id;
};

export const create = async ({ request }) => {
  const id = await identifierOf(request);
  await db.put({ TableName: "items", Item: { id, request } });
  return { id };
};
