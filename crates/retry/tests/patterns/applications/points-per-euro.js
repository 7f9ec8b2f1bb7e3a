// what is added is nothing for small amounts only
// award: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const award = async ({ member, cents }) => {
  await db.update({
    TableName: "members",
    Key: { member },
    UpdateExpression: "ADD points :points",
    ExpressionAttributeValues: { ":points": Math.floor(cents / 100) },
  });
};
