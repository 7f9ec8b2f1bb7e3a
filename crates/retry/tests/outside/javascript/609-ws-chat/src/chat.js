const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const {
  DynamoDBDocumentClient,
  PutCommand,
  DeleteCommand,
  ScanCommand,
} = require("@aws-sdk/lib-dynamodb");
const {
  ApiGatewayManagementApiClient,
  PostToConnectionCommand,
} = require("@aws-sdk/client-apigatewaymanagementapi");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.CONNECTIONS;
const ok = { statusCode: 200, body: "" };

exports.connect = async (event) => {
  const { connectionId } = event.requestContext;
  const room = event.queryStringParameters?.room ?? "lobby";
  await db.send(new PutCommand({ TableName, Item: { connectionId, room } }));
  return ok;
};

exports.disconnect = async (event) => {
  const { connectionId } = event.requestContext;
  await db.send(new DeleteCommand({ TableName, Key: { connectionId } }));
  return ok;
};

exports.sendMessage = async (event) => {
  const { domainName, stage, connectionId: from } = event.requestContext;
  const { room, text } = JSON.parse(event.body);
  const api = new ApiGatewayManagementApiClient({ endpoint: `https://${domainName}/${stage}` });

  const { Items } = await db.send(
    new ScanCommand({
      TableName,
      FilterExpression: "room = :room",
      ExpressionAttributeValues: { ":room": room },
    })
  );
  const Data = Buffer.from(JSON.stringify({ from, text }));
  await Promise.all(
    Items.filter(({ connectionId }) => connectionId !== from).map(({ connectionId }) =>
      api.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data }))
    )
  );
  return ok;
};
