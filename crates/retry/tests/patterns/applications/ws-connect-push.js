// ws.connect + disconnect + push,push
// connect: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { ApiGatewayManagementApi } from "@aws-sdk/client-apigatewaymanagementapi";

const db = DynamoDBDocument.from(new DynamoDB());
const gateway = new ApiGatewayManagementApi({ endpoint: process.env.ENDPOINT });

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

export const push = async ({ text }) => {
  const { Items } = await db.scan({ TableName: "connections" });
  for (const { connectionId } of Items) {
    await gateway.postToConnection({ ConnectionId: connectionId, Data: text });
  }
};
