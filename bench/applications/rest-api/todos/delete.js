const { DynamoDB } = require("aws-sdk");

const table = new DynamoDB.DocumentClient();

module.exports.delete = async (event) => {
  await table.delete({
    TableName: process.env.DYNAMODB_TABLE,
    Key: { id: event.pathParameters.id },
  }).promise();
  return { statusCode: 200, body: JSON.stringify({}) };
};
