const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

module.exports = {
  db: DynamoDBDocument.from(new DynamoDBClient({})),
  TableName: process.env.CONNECTIONS,
};
