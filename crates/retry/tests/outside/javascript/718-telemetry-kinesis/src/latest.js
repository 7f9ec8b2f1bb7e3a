import { TableName, db } from "./db.js";

export const handler = async ({ pathParameters: { device } }) => {
  const { Item } = await db.get({ TableName, Key: { device } });
  return Item
    ? { statusCode: 200, body: JSON.stringify({ celsius: Item.celsius, at: Item.arrived }) }
    : { statusCode: 404 };
};
