const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, PutCommand, DeleteCommand } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.CONNECTIONS;

exports.connect = async (event) => {
  const { connectionId } = event.requestContext;
  await db.send(new PutCommand({ TableName, Item: { connectionId } }));
  return { statusCode: 200 };
};

exports.disconnect = async (event) => {
  const { connectionId } = event.requestContext;
  await db.send(new DeleteCommand({ TableName, Key: { connectionId } }));
  return { statusCode: 200 };
};
