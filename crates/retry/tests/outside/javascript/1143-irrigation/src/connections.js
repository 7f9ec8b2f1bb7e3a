const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocument.from(new DynamoDBClient({}));
const TableName = process.env.CONNECTIONS;

exports.connect = async (event) => {
  const { connectionId } = event.requestContext;
  await db.put({ TableName, Item: { connectionId } });
  return { statusCode: 200, body: "connected" };
};

exports.disconnect = async (event) => {
  const { connectionId } = event.requestContext;
  await db.delete({ TableName, Key: { connectionId } });
  return { statusCode: 200, body: "bye" };
};

exports.all = async () => {
  const { Items = [] } = await db.scan({ TableName });
  return Items.map((item) => item.connectionId);
};
