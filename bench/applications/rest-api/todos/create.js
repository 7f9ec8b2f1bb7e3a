const { randomUUID } = require("crypto");
const { DynamoDB } = require("aws-sdk");

const table = new DynamoDB.DocumentClient();

module.exports.create = (event, context, callback) => {
  const { text } = JSON.parse(event.body);
  if (typeof text !== "string") {
    callback(null, { statusCode: 400, body: "Couldn't create the todo item." });
    return;
  }
  const now = new Date().getTime();
  const Item = { id: randomUUID(), text, checked: false, createdAt: now, updatedAt: now };
  table.put({ TableName: process.env.DYNAMODB_TABLE, Item }, (error) => {
    if (error) {
      callback(null, { statusCode: error.statusCode || 501, body: "Couldn't create the todo item." });
      return;
    }
    callback(null, { statusCode: 200, body: JSON.stringify(Item) });
  });
};
