'use strict';
const { S3Client, PutObjectCommand } = require('@aws-sdk/client-s3');
const { randomBytes } = require('crypto');

const s3 = new S3Client({});
const instance = randomBytes(4).toString('hex');
let sequence = 0;

exports.handler = async (event) => {
  sequence += 1;
  const day = event.time.slice(0, 10);
  await s3.send(new PutObjectCommand({
    Bucket: process.env.ARCHIVE,
    Key: `${day}/${instance}-${sequence}.json`,
    Body: JSON.stringify({ id: event.id, type: event['detail-type'], detail: event.detail }),
  }));
};
