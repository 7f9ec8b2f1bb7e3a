'use strict';
const { GetObjectCommand } = require('@aws-sdk/client-s3');
const { getSignedUrl } = require('@aws-sdk/s3-request-presigner');
const { GetCommand } = require('@aws-sdk/lib-dynamodb');
const { s3, ddb } = require('./clients');

exports.handler = async (event) => {
  const { Item } = await ddb.send(new GetCommand({
    TableName: process.env.TABLE,
    Key: { number: event.pathParameters.number },
  }));
  if (!Item?.pdfKey) return { statusCode: 404, body: 'not rendered yet' };
  const command = new GetObjectCommand({ Bucket: process.env.BUCKET, Key: Item.pdfKey });
  return { statusCode: 302, headers: { location: await getSignedUrl(s3, command, { expiresIn: 60 }) } };
};
