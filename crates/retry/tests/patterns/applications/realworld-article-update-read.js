// realworld.article.update + update + get
// update: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const update = async ({ slug, title, body }) => {
  const { Item } = await db.get({ TableName: "articles", Key: { slug } });
  if (!Item) return { statusCode: 422 };
  if (title) Item.title = title;
  if (body) Item.body = body;
  await db.put({ TableName: "articles", Item });
  return { statusCode: 200 };
};

export const get = async ({ slug }) => {
  const { Item } = await db.get({ TableName: "articles", Key: { slug } });
  return Item;
};
