"use strict";

const AWS = require("aws-sdk");
const uuid = require("uuid");

const dynamo = new AWS.DynamoDB.DocumentClient();

function parse(body) {
  const { id = uuid.v4(), title, tags = [], due = null } = JSON.parse(body);
  return { id, title: title.trim(), tags, due, done: false };
}

module.exports.create = async (event) => {
  const todo = parse(event.body);
  if (todo.title === "") {
    return { statusCode: 400, body: JSON.stringify({ message: "a title is required" }) };
  }

  await dynamo
    .put({
      TableName: process.env.TODOS_TABLE,
      Item: todo,
    })
    .promise();

  return {
    statusCode: 201,
    headers: { Location: `/todos/${todo.id}` },
    body: JSON.stringify(todo),
  };
};
