'use strict';
const { S3Client, PutObjectCommand } = require('@aws-sdk/client-s3');
const { getSignedUrl } = require('@aws-sdk/s3-request-presigner');
const { nanoid } = require('nanoid');

const s3 = new S3Client({});

exports.handler = async (event) => {
  const { contentType } = JSON.parse(event.body);
  const user = event.requestContext.authorizer.claims.sub;
  const Key = `${user}/${nanoid()}`;
  const command = new PutObjectCommand({ Bucket: process.env.ORIGINALS, Key, ContentType: contentType });
  const url = await getSignedUrl(s3, command, { expiresIn: 300 });
  return { statusCode: 200, body: JSON.stringify({ key: Key, url }) };
};
