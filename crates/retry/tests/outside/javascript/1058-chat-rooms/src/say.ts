import { ApiGatewayManagementApiClient, PostToConnectionCommand } from "@aws-sdk/client-apigatewaymanagementapi";
import { inRoom } from "./connections";

export const handler = async (event: any) => {
  const { room, text } = JSON.parse(event.body);
  const { domainName, stage } = event.requestContext;
  const gateway = new ApiGatewayManagementApiClient({ endpoint: `https://${domainName}/${stage}` });
  for (const ConnectionId of await inRoom(room)) {
    await gateway.send(new PostToConnectionCommand({ ConnectionId, Data: JSON.stringify({ room, text }) }));
  }
  return { statusCode: 200, body: "ok" };
};
