import { db, TableName } from "./store.js";

export const handler = async ({ pathParameters: { id } }) => {
  const { Item } = await db.get({ TableName, Key: { id } });
  if (!Item) return { statusCode: 404, body: "" };
  const { createdAt, ...order } = Item;
  return {
    statusCode: 200,
    headers: { "last-modified": createdAt },
    body: JSON.stringify(order),
  };
};
