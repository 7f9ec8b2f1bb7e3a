// 13 insert-if-absent, const resp, +readers
// register: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const register = async ({ id, title }) => {
  try {
    await db.put({
      TableName: "items",
      Item: { id, title },
      ConditionExpression: "attribute_not_exists(id)",
    });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
  return { statusCode: 200 };
};

export const read = async ({ id }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  return Item;
};
