// 21 RMW set-add const resp, alone
// join: safe alone, safe together
// today: safe alone, unknown together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const join = async ({ id, member }) => {
  const { Item } = await db.get({ TableName: "items", Key: { id } });
  const members = Item ? Item.members : [];
  if (!members.includes(member)) {
    await db.put({ TableName: "items", Item: { id, members: [...members, member] } });
  }
  return { statusCode: 200 };
};
