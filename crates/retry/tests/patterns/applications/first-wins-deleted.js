// the first one decides, but what it stored may be deleted
// share: safe alone, unsafe-concurrent together

import { randomUUID } from "node:crypto";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const share = async ({ document }) => {
  let link = { document, token: randomUUID() };
  try {
    await db.put({
      TableName: "links",
      Item: link,
      ConditionExpression: "attribute_not_exists(document)",
    });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
    link = (await db.get({ TableName: "links", Key: { document }, ConsistentRead: true })).Item;
  }
  return link.token;
};

export const revoke = async ({ document }) => {
  await db.delete({ TableName: "links", Key: { document } });
};

export const resolve = async ({ document }) =>
  (await db.get({ TableName: "links", Key: { document } })).Item?.token;
