const { ApiGatewayManagementApiClient, PostToConnectionCommand } = require("@aws-sdk/client-apigatewaymanagementapi");
const connections = require("./connections");

const gateway = new ApiGatewayManagementApiClient({ endpoint: process.env.WEBSOCKET_ENDPOINT });

exports.handler = async (event) => {
  const readings = event.Records.map(({ body }) => JSON.parse(body));
  for (const ConnectionId of await connections.all()) {
    try {
      await gateway.send(new PostToConnectionCommand({ ConnectionId, Data: JSON.stringify(readings) }));
    } catch (error) {
      if (error.name !== "GoneException") throw error;
    }
  }
};
