const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const {
  DynamoDBDocumentClient,
  DeleteCommand,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} = require("@aws-sdk/lib-dynamodb");

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TODOS_TABLE;

exports.list = async () => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  return Items;
};

exports.listDone = async () => {
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName,
      FilterExpression: "done = :done",
      ExpressionAttributeValues: { ":done": true },
    }),
  );
  return Items;
};

exports.add = async (todo) => {
  await client.send(new PutCommand({ TableName, Item: todo }));
};

exports.setDone = async (id, done) => {
  await client.send(
    new UpdateCommand({
      TableName,
      Key: { id },
      UpdateExpression: "SET done = :done",
      ConditionExpression: "attribute_exists(id)",
      ExpressionAttributeValues: { ":done": done },
    }),
  );
};

exports.remove = async (id) => {
  await client.send(new DeleteCommand({ TableName, Key: { id } }));
};
