import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

export const store = DynamoDBDocument.from(new DynamoDB());

export const get = async (TableName, id) => {
  const { Item } = await store.get({ TableName, Key: { id } });
  return Item;
};
