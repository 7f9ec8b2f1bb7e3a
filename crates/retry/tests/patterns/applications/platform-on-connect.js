// platform.on_connect + register + on_events(s0,s1,s1)
// onConnect: safe alone, unsafe-concurrent together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import { ApiGatewayManagementApi } from "@aws-sdk/client-apigatewaymanagementapi";

const db = DynamoDBDocument.from(new DynamoDB());
const gateway = new ApiGatewayManagementApi({ endpoint: process.env.ENDPOINT });

export const onConnect = async (event) => {
  const id = event.requestContext.connectionId;
  await db.put({ TableName: "connections", Item: { id } });
  return { statusCode: 200 };
};

export const register = async (event) => {
  const id = event.requestContext.connectionId;
  const { service } = JSON.parse(event.body);
  await db.update({
    TableName: "connections",
    Key: { id },
    UpdateExpression: "SET service = :service",
    ExpressionAttributeValues: { ":service": service },
  });
  return { statusCode: 200 };
};

export const onEvents = async (event) => {
  const { Items } = await db.scan({ TableName: "connections" });
  for (const { id, service } of Items) {
    if (service === event.source) {
      await gateway.postToConnection({ ConnectionId: id, Data: JSON.stringify(event) });
    }
  }
};
