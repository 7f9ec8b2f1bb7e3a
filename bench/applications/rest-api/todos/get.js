const { DynamoDB } = require("aws-sdk");

const table = new DynamoDB.DocumentClient();

module.exports.get = async (event) => {
  const { Item } = await table.get({
    TableName: process.env.DYNAMODB_TABLE,
    Key: { id: event.pathParameters.id },
  }).promise();
  return { statusCode: 200, body: JSON.stringify(Item) };
};
