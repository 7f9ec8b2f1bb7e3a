import { ApiGatewayManagementApiClient, GoneException, PostToConnectionCommand } from "@aws-sdk/client-apigatewaymanagementapi";
import type { APIGatewayProxyWebsocketHandlerV2 } from "aws-lambda";
import { all, remove } from "./store";

export const handler: APIGatewayProxyWebsocketHandlerV2 = async (event) => {
  const { domainName, stage } = event.requestContext;
  const gateway = new ApiGatewayManagementApiClient({ endpoint: `https://${domainName}/${stage}` });
  const { text } = JSON.parse(event.body ?? "{}");

  const connections = await all();
  await Promise.all(
    connections.map(async (connectionId) => {
      try {
        await gateway.send(
          new PostToConnectionCommand({ ConnectionId: connectionId, Data: Buffer.from(JSON.stringify({ text })) }),
        );
      } catch (err) {
        if (err instanceof GoneException) await remove(connectionId);
        else throw err;
      }
    }),
  );
  return { statusCode: 200, body: "Sent" };
};
