// ws.push alone, one connection
// push: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { ApiGatewayManagementApi } from "@aws-sdk/client-apigatewaymanagementapi";

const db = DynamoDBDocument.from(new DynamoDB());
const gateway = new ApiGatewayManagementApi({ endpoint: process.env.ENDPOINT });

export const push = async ({ text }) => {
  const { Items } = await db.scan({ TableName: "connections" });
  for (const { connectionId } of Items) {
    await gateway.postToConnection({ ConnectionId: connectionId, Data: text });
  }
};
