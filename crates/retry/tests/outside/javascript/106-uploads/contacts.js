const { S3 } = require("@aws-sdk/client-s3");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument } = require("@aws-sdk/lib-dynamodb");
const { parse } = require("csv-parse/sync");
const { v4: uuid } = require("uuid");

const s3 = new S3({});
const db = DynamoDBDocument.from(new DynamoDBClient({}));

exports.handler = async (event) => {
  const [{ s3: { bucket, object } }] = event.Records;
  const { Body } = await s3.getObject({ Bucket: bucket.name, Key: object.key });
  const rows = parse(await Body.transformToString(), { columns: true });
  for (const row of rows) {
    await db.put({ TableName: process.env.CONTACTS, Item: { id: uuid(), name: row.name, phone: row.phone } });
  }
  return rows.length;
};
