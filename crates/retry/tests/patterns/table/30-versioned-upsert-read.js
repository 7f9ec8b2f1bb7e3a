// 30 versioned upsert (<=) v2 + readers
// store: safe alone, safe together
// today: safe alone, unknown together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

// A version has one content: two writers of the same version write the same.
export const store = async ({ id, version }) => {
  try {
    await db.put({
      TableName: "items",
      Item: { id, version, title: `release ${version}` },
      ConditionExpression: "attribute_not_exists(id) OR version <= :version",
      ExpressionAttributeValues: { ":version": version },
    });
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
  }
};

export const read = async ({ id }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  return Item;
};
