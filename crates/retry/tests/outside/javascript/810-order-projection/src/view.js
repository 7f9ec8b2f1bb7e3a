const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand } = require("@aws-sdk/lib-dynamodb");

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

exports.handler = async (event) => {
  const { Item } = await ddb.send(
    new GetCommand({ TableName: process.env.VIEW_TABLE, Key: { orderId: event.pathParameters.orderId } }),
  );
  return Item
    ? { statusCode: 200, body: JSON.stringify(Item) }
    : { statusCode: 404, body: JSON.stringify({ message: "unknown order" }) };
};
