const {
  ApiGatewayManagementApiClient,
  PostToConnectionCommand,
} = require("@aws-sdk/client-apigatewaymanagementapi");
const { db, TableName } = require("./db");

module.exports.handler = async (event) => {
  const { domainName, stage } = event.requestContext;
  const gateway = new ApiGatewayManagementApiClient({ endpoint: `https://${domainName}/${stage}` });
  const { text } = JSON.parse(event.body);
  const { Items = [] } = await db.scan({ TableName });
  await Promise.all(
    Items.map(async ({ connectionId }) => {
      try {
        await gateway.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: text }));
      } catch (err) {
        if (err.$metadata?.httpStatusCode === 410) {
          await db.delete({ TableName, Key: { connectionId } });
        } else throw err;
      }
    })
  );
  return { statusCode: 200 };
};
