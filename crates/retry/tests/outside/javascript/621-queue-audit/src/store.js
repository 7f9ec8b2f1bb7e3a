const AWS = require("aws-sdk");

const client = new AWS.DynamoDB.DocumentClient();

exports.save = (TableName, Item) => client.put({ TableName, Item }).promise();
