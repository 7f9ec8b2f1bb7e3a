// 17 conditional decrement
// take: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const take = async ({ id, pieces }) => {
  try {
    await db.update({
      TableName: "items",
      Key: { id },
      UpdateExpression: "SET stock = stock - :pieces",
      ConditionExpression: "stock >= :pieces",
      ExpressionAttributeValues: { ":pieces": pieces },
    });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
};
