'use strict';
const AWS = require('aws-sdk');
const ddb = new AWS.DynamoDB.DocumentClient();

/** Resolves to false if this message was handled before. */
module.exports = async function firstTime(messageId) {
  try {
    await ddb.put({
      TableName: process.env.SEEN_TABLE,
      Item: { messageId },
      ConditionExpression: 'attribute_not_exists(messageId)',
    }).promise();
    return true;
  } catch (err) {
    if (err.code === 'ConditionalCheckFailedException') return false;
    throw err;
  }
};
