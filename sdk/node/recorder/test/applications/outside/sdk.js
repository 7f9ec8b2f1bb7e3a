// Pages, retries, waiters, presigned addresses and batches of the SDKs.
"use strict";
const AWS = require("aws-sdk");
const { DynamoDBClient, paginateScan, ScanCommand } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocument, paginateQuery, TransactWriteCommand, BatchWriteCommand } = require("@aws-sdk/lib-dynamodb");
const { getSignedUrl } = require("@aws-sdk/s3-request-presigner");
const { S3Client, PutObjectCommand, GetObjectCommand } = require("@aws-sdk/client-s3");

const TableName = "orders";
const common = { region: "eu-west-1", endpoint: process.env.DYNAMODB };
const client = new DynamoDBClient({ ...common, credentials: { accessKeyId: "key", secretAccessKey: "secret" } });
const documents = DynamoDBDocument.from(client);
const older = new AWS.DynamoDB.DocumentClient({ ...common, accessKeyId: "key", secretAccessKey: "secret" });
const objects = new S3Client({
  region: "eu-west-1", endpoint: process.env.WEB, forcePathStyle: true, credentials: { accessKeyId: "key", secretAccessKey: "secret" },
});
// With the key of the environment, which no recording has.
const olderObjects = new AWS.S3({ region: "eu-west-1" });
const signingObjects = new S3Client({ region: "eu-west-1" });

exports.pages = async () => {
  for (let n = 0; n < 5; n += 1) await documents.put({ TableName, Item: { id: `page-${n}`, n } });
  const seen = [];
  for await (const page of paginateScan({ client, pageSize: 2 }, { TableName })) seen.push(page.Items.length);
  const all = await new Promise((resolve, reject) => {
    let count = 0;
    older.service.scan({ TableName, Limit: 2 }).eachPage((error, page) => {
      if (error) return reject(error);
      if (!page) return resolve(count);
      count += page.Items.length;
      return true;
    });
  });
  return { pages: seen.length >= 3, total: seen.reduce((a, b) => a + b, 0), all };
};

exports.batches = async () => {
  await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: { id: "b", bytes: new Uint8Array([1, 2]) } } }] } }));
  await documents.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: { id: "t", big: 12345678901234567890n } } }] })).catch((error) => error.name);
  const { Item } = await documents.get({ TableName, Key: { id: "b" } });
  return [Item.bytes instanceof Uint8Array, [...Item.bytes]];
};

exports.fails = async () => {
  const old = await older.get({ TableName: "nowhere", Key: { id: "1" } }).promise().catch((error) => [error.code, error.statusCode]);
  const now = await documents.get({ TableName: "nowhere", Key: { id: "1" } }).catch((error) => [error.name, error.$metadata.httpStatusCode, error instanceof Error]);
  return [old, now];
};

exports.uploads = async () => {
  const { ETag } = await objects.send(new PutObjectCommand({ Bucket: "b", Key: "k", Body: Buffer.from(`at ${Date.now()}`) }));
  const { Body } = await objects.send(new GetObjectCommand({ Bucket: "b", Key: "k" }));
  const chunks = [];
  for await (const chunk of Body) chunks.push(chunk);
  return [ETag, Buffer.concat(chunks).toString().length > 0];
};

exports.presigned = async () => [
  olderObjects.getSignedUrl("getObject", { Bucket: "b", Key: "k", Expires: 60 }),
  await olderObjects.getSignedUrlPromise("putObject", { Bucket: "b", Key: "k" }),
  await getSignedUrl(signingObjects, new GetObjectCommand({ Bucket: "b", Key: "k" }), { expiresIn: 60 }),
];

exports.waits = async () => {
  const found = await older.service.waitFor("tableExists", { TableName }).promise();
  return found.Table.TableName;
};

exports.retried = async () => {
  const flaky = new AWS.DynamoDB({ region: "eu-west-1", endpoint: process.env.FLAKY, accessKeyId: "k", secretAccessKey: "s", retryDelayOptions: { base: 1 } });
  return flaky.listTables({}).promise().then(({ TableNames }) => TableNames, (error) => error.code);
};

exports.concurrent = async () => {
  const order = [];
  await Promise.all(
    ["x", "y", "z"].map(async (id) => {
      await documents.put({ TableName, Item: { id, at: Date.now() } });
      order.push(id);
      await older.get({ TableName, Key: { id } }).promise();
      order.push(id.toUpperCase());
    }),
  );
  return order;
};
