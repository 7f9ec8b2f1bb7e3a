// 16 atomic increment
// count: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const count = async ({ id }) => {
  await db.update({
    TableName: "items",
    Key: { id },
    UpdateExpression: "ADD hits :one",
    ExpressionAttributeValues: { ":one": 1 },
  });
};
