const AWS = require("aws-sdk");

exports.db = new AWS.DynamoDB.DocumentClient();
exports.TableName = process.env.SHEETS;
exports.ok = (body) => ({ statusCode: 200, body: JSON.stringify(body) });
