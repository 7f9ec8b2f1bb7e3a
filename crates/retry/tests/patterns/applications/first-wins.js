// whoever comes first decides, and every attempt answers with what is stored
// share: safe alone, safe together

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

export const rename = async ({ document, title }) => {
  await db.update({
    TableName: "links",
    Key: { document },
    UpdateExpression: "SET title = :title",
    ConditionExpression: "attribute_exists(document)",
    ExpressionAttributeValues: { ":title": title },
  });
};
