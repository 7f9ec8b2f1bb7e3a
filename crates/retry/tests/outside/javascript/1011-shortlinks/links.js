'use strict';
const crypto = require('crypto');
const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } = require('@aws-sdk/lib-dynamodb');

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = 'shortlinks';

const codeFor = (url) => crypto.createHash('sha256').update(url).digest('base64url').slice(0, 10);

async function putOnce(Item) {
  try {
    await ddb.send(new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(code)' }));
  } catch (err) {
    if (err.name !== 'ConditionalCheckFailedException') throw err;
  }
}

exports.shorten = async (event) => {
  const { url } = JSON.parse(event.body);
  if (!/^https?:\/\//.test(url)) return { statusCode: 400, body: 'not a web address' };
  const code = codeFor(url);
  await putOnce({ code, url });
  return { statusCode: 201, body: JSON.stringify({ code, short: `https://s.example/${code}` }) };
};

exports.follow = async (event) => {
  const { code } = event.pathParameters;
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { code } }));
  if (!Item) return { statusCode: 404, body: 'unknown link' };
  await ddb.send(new UpdateCommand({
    TableName,
    Key: { code },
    UpdateExpression: 'SET hits = if_not_exists(hits, :zero) + :one',
    ExpressionAttributeValues: { ':zero': 0, ':one': 1 },
  }));
  return { statusCode: 302, headers: { location: Item.url } };
};

exports.stats = async (event) => {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { code: event.pathParameters.code } }));
  return { statusCode: Item ? 200 : 404, body: JSON.stringify({ hits: Item?.hits ?? 0 }) };
};
