'use strict';
const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocumentClient, GetCommand, UpdateCommand } = require('@aws-sdk/lib-dynamodb');

const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = 'transcoded-videos';

exports.changed = async ({ detail }) => {
  await ddb.send(new UpdateCommand({
    TableName,
    Key: { videoId: detail.userMetadata.videoId },
    UpdateExpression: 'SET #s = :s, jobId = :j',
    ExpressionAttributeNames: { '#s': 'status' },
    ExpressionAttributeValues: { ':s': detail.status, ':j': detail.jobId },
  }));
};

exports.get = async (event) => {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { videoId: event.pathParameters.id } }));
  return { statusCode: Item ? 200 : 404, body: JSON.stringify(Item || {}) };
};
