const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");

module.exports = DynamoDBDocument.from(new DynamoDBClient({}));
