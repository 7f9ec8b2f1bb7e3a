const { randomUUID } = require("crypto");
const { DynamoDB } = require("aws-sdk");

const table = new DynamoDB.DocumentClient();

exports.handler = async (event) => {
  if (!event.body) return { statusCode: 400, body: "invalid request, the body is missing" };
  const item = typeof event.body === "object" ? event.body : JSON.parse(event.body);
  item.id = randomUUID();
  await table.put({ TableName: process.env.TABLE_NAME, Item: item }).promise();
  return { statusCode: 201, body: "" };
};
