const {
  ApiGatewayManagementApiClient,
  PostToConnectionCommand,
} = require("@aws-sdk/client-apigatewaymanagementapi");
const connections = require("./connections");

exports.handler = async (event) => {
  const { domainName, stage } = event.requestContext;
  const api = new ApiGatewayManagementApiClient({ endpoint: `https://${domainName}/${stage}` });
  const { room, text } = JSON.parse(event.body);

  for (const connectionId of await connections.inRoom(room)) {
    try {
      await api.send(
        new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify({ room, text }) }),
      );
    } catch (error) {
      if (error.name !== "GoneException") throw error;
      await connections.leave(connectionId);
    }
  }
  return { statusCode: 200, body: "sent" };
};
