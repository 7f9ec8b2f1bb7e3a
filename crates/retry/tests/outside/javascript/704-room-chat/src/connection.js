import { TableName, db } from "./db.js";

export const connect = async ({ requestContext, queryStringParameters }) => {
  const room = queryStringParameters?.room;
  if (!room) return { statusCode: 400 };
  await db.put({ TableName, Item: { connectionId: requestContext.connectionId, room } });
  return { statusCode: 200 };
};

export const disconnect = async ({ requestContext: { connectionId } }) => {
  await db.delete({ TableName, Key: { connectionId } });
  return { statusCode: 200 };
};
