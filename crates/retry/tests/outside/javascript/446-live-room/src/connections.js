import { db, TableName } from "./table.js";

export const connect = async (event) => {
  const { connectionId } = event.requestContext;
  const room = event.queryStringParameters?.room ?? "lobby";
  await db.put({ TableName, Item: { connectionId, room } });
  return { statusCode: 200 };
};

export const disconnect = async ({ requestContext: { connectionId } }) => {
  await db.delete({ TableName, Key: { connectionId } });
  return { statusCode: 200 };
};
