// a retry goes on with another value than the one the attempt began with
// tag: safe alone, unsafe-concurrent together
// today: safe alone, unknown together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const tag = async ({ ids }) => {
  const { Item: season } = await db.get({ TableName: "settings", Key: { id: "season" } });
  for (const id of ids) {
    try {
      await db.put({
        TableName: "tags",
        Item: { id, season: season?.name },
        ConditionExpression: "attribute_not_exists(id)",
      });
    } catch (error) {
      if (error.name !== "ConditionalCheckFailedException") throw error;
    }
  }
};

export const setSeason = async ({ name }) => {
  await db.put({ TableName: "settings", Item: { id: "season", name } });
};

export const tagOf = async ({ id }) => {
  const { Item } = await db.get({ TableName: "tags", Key: { id } });
  return Item;
};
