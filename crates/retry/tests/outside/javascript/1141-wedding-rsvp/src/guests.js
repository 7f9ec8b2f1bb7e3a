const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand, ScanCommand, UpdateCommand } = require("@aws-sdk/lib-dynamodb");

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.GUESTS;

exports.get = async (email) => (await db.send(new GetCommand({ TableName, Key: { email } }))).Item;

exports.answer = (email, attending, companions) =>
  db.send(new UpdateCommand({
    TableName,
    Key: { email },
    UpdateExpression: "SET attending = :attending, companions = :companions",
    ExpressionAttributeValues: { ":attending": attending, ":companions": companions },
  }));

exports.markInvited = (email) =>
  db.send(new UpdateCommand({
    TableName,
    Key: { email },
    UpdateExpression: "SET invited = :yes",
    ExpressionAttributeValues: { ":yes": true },
  }));

exports.attending = async () => {
  const { Items } = await db.send(new ScanCommand({
    TableName,
    FilterExpression: "attending = :yes",
    ExpressionAttributeValues: { ":yes": true },
  }));
  return Items;
};
