const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient } = require("@aws-sdk/lib-dynamodb");

exports.db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
exports.TableName = process.env.EVENTS;
