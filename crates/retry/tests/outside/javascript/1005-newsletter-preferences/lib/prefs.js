'use strict';
const AWS = require('aws-sdk');
const client = new AWS.DynamoDB.DocumentClient();
const TableName = process.env.PREFS_TABLE;

exports.setSubscribed = (email, subscribed) =>
  client.update({
    TableName,
    Key: { email },
    UpdateExpression: 'SET subscribed = :s',
    ExpressionAttributeValues: { ':s': subscribed },
  }).promise();

exports.isSubscribed = async (email) => {
  const { Item } = await client.get({ TableName, Key: { email } }).promise();
  return !Item || Item.subscribed !== false;
};
