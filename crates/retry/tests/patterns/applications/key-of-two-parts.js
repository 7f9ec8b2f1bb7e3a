// key.two parts: what the one has more the other may have less
// save: safe alone, unsafe together
// today: safe alone, unknown together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const save = async ({ street, number }) => {
  const id = `${street}${number}`;
  await db.put({ TableName: "houses", Item: { id, street, number } });
};

export const read = async ({ id }) => {
  const { Item } = await db.get({ TableName: "houses", Key: { id } });
  return Item;
};
