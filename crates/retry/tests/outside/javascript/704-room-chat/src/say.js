import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { TableName, db } from "./db.js";

export const handler = async ({ requestContext, body }) => {
  const { domainName, stage, connectionId: sender } = requestContext;
  const gateway = new ApiGatewayManagementApiClient({ endpoint: `https://${domainName}/${stage}` });
  const { room, text } = JSON.parse(body);

  const { Items = [] } = await db.query({
    TableName,
    IndexName: "byRoom",
    KeyConditionExpression: "room = :room",
    ExpressionAttributeValues: { ":room": room },
  });

  await Promise.all(
    Items.filter(({ connectionId }) => connectionId !== sender).map(async ({ connectionId }) => {
      try {
        await gateway.send(
          new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify({ room, text }) }),
        );
      } catch (error) {
        if (!(error instanceof GoneException)) throw error;
      }
    }),
  );
  return { statusCode: 200 };
};
