const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocument } = require('@aws-sdk/lib-dynamodb');

exports.db = DynamoDBDocument.from(new DynamoDBClient({}));
exports.TableName = process.env.FLAGS_TABLE;
exports.response = (statusCode, body) => ({ statusCode, body: body === undefined ? '' : JSON.stringify(body) });
