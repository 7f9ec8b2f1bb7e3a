'use strict';
const { DynamoDBClient } = require('@aws-sdk/client-dynamodb');
const { DynamoDBDocumentClient, paginateScan } = require('@aws-sdk/lib-dynamodb');
const { S3Client, PutObjectCommand } = require('@aws-sdk/client-s3');
const { stringify } = require('csv-stringify/sync');

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const s3 = new S3Client({});

async function allCustomers() {
  const rows = [];
  for await (const page of paginateScan({ client }, { TableName: 'snapshot-customers' })) rows.push(...page.Items);
  return rows;
}

exports.handler = async (event) => {
  const rows = await allCustomers();
  await s3.send(new PutObjectCommand({
    Bucket: 'customer-snapshots',
    Key: `${event.time.slice(0, 10)}/customers.csv`,
    Body: stringify(rows, { header: true, columns: ['id', 'name', 'country', 'since'] }),
  }));
};
