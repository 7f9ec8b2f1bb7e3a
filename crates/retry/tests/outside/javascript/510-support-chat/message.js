const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, ScanCommand } = require("@aws-sdk/lib-dynamodb");
const {
  ApiGatewayManagementApiClient,
  PostToConnectionCommand,
} = require("@aws-sdk/client-apigatewaymanagementapi");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

exports.handler = async (event) => {
  const { domainName, stage, connectionId } = event.requestContext;
  const api = new ApiGatewayManagementApiClient({ endpoint: `https://${domainName}/${stage}` });
  const { text } = JSON.parse(event.body);

  const { Items } = await db.send(new ScanCommand({ TableName: process.env.CONNECTIONS }));
  await Promise.all(
    Items.filter((c) => c.connectionId !== connectionId).map((c) =>
      api.send(
        new PostToConnectionCommand({
          ConnectionId: c.connectionId,
          Data: JSON.stringify({ from: connectionId, text }),
        }),
      ),
    ),
  );
  return { statusCode: 200 };
};
