const { v4: uuid } = require("uuid");
const AWS = require("aws-sdk");

const db = new AWS.DynamoDB.DocumentClient();
const TableName = process.env.TODOS_TABLE;

exports.list = async (owner) => {
  const { Items } = await db
    .query({
      TableName,
      KeyConditionExpression: "#o = :o",
      ExpressionAttributeNames: { "#o": "owner" },
      ExpressionAttributeValues: { ":o": owner },
    })
    .promise();
  return Items;
};

exports.create = async (owner, text) => {
  const todo = { owner, id: uuid(), text, done: false };
  await db.put({ TableName, Item: todo }).promise();
  return todo;
};
