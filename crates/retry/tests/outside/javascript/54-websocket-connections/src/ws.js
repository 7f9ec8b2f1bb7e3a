const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand, DeleteCommand, ScanCommand } = require("@aws-sdk/lib-dynamodb");
const { ApiGatewayManagementApiClient, PostToConnectionCommand } = require("@aws-sdk/client-apigatewaymanagementapi");

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.CONNECTIONS_TABLE;

exports.connect = async (event) => {
  await ddb.send(new PutCommand({ TableName, Item: { connectionId: event.requestContext.connectionId } }));
  return { statusCode: 200, body: "Connected." };
};

exports.disconnect = async (event) => {
  await ddb.send(new DeleteCommand({ TableName, Key: { connectionId: event.requestContext.connectionId } }));
  return { statusCode: 200, body: "Disconnected." };
};

exports.broadcast = async (event) => {
  const { domainName, stage } = event.requestContext;
  const api = new ApiGatewayManagementApiClient({ endpoint: `https://${domainName}/${stage}` });
  const { Items = [] } = await ddb.send(new ScanCommand({ TableName, ProjectionExpression: "connectionId" }));
  const { data } = JSON.parse(event.body);
  await Promise.all(
    Items.map(async ({ connectionId }) => {
      try {
        await api.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: data }));
      } catch (e) {
        if (e.name !== "GoneException") throw e;
        await ddb.send(new DeleteCommand({ TableName, Key: { connectionId } }));
      }
    }),
  );
  return { statusCode: 200, body: "Data sent." };
};
