// 12 insert-if-absent, resp differs
// register: unsafe alone, unsafe together

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
    return { statusCode: 201 };
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
    return { statusCode: 409 };
  }
};
