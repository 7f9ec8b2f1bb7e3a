'use strict';
const { S3Client } = require('@aws-sdk/client-s3');
const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocumentClient } = require('@aws-sdk/lib-dynamodb');

exports.s3 = new S3Client({});
exports.ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
