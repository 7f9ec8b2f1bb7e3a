// 29 versioned upsert (<=) no reader
// store: safe alone, safe together
// today: safe alone, unknown together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const store = async ({ id, version, title }) => {
  try {
    await db.put({
      TableName: "items",
      Item: { id, version, title },
      ConditionExpression: "attribute_not_exists(id) OR version <= :version",
      ExpressionAttributeValues: { ":version": version },
    });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
};
