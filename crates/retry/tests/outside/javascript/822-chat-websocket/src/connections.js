const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const {
  DynamoDBDocumentClient,
  DeleteCommand,
  PutCommand,
  QueryCommand,
} = require("@aws-sdk/lib-dynamodb");

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.CONNECTIONS_TABLE;

exports.join = (connectionId, room) =>
  ddb.send(new PutCommand({ TableName, Item: { connectionId, room } }));

exports.leave = (connectionId) => ddb.send(new DeleteCommand({ TableName, Key: { connectionId } }));

exports.inRoom = async (room) => {
  const { Items = [] } = await ddb.send(
    new QueryCommand({
      TableName,
      IndexName: "byRoom",
      KeyConditionExpression: "room = :room",
      ExpressionAttributeValues: { ":room": room },
    }),
  );
  return Items.map((item) => item.connectionId);
};
