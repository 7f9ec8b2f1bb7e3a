// ws.connect + disconnect (no push)
// connect: safe alone, safe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const db = DynamoDBDocument.from(new DynamoDB());

export const connect = async (event) => {
  const { connectionId } = event.requestContext;
  await db.put({ TableName: "connections", Item: { connectionId } });
  return { statusCode: 200 };
};

export const disconnect = async (event) => {
  const { connectionId } = event.requestContext;
  await db.delete({ TableName: "connections", Key: { connectionId } });
  return { statusCode: 200 };
};
