const { S3Client, GetObjectCommand } = require("@aws-sdk/client-s3");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, BatchWriteCommand } = require("@aws-sdk/lib-dynamodb");
const _ = require("lodash");

const s3 = new S3Client({});
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function read({ bucket, object }) {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket.name, Key: object.key }));
  return JSON.parse(await Body.transformToString());
}

exports.handler = async (event) => {
  const articles = await read(event.Records[0].s3);
  for (const part of _.chunk(articles, 25)) {
    await db.send(
      new BatchWriteCommand({
        RequestItems: {
          [process.env.CATALOGUE]: part.map(({ sku, title, price }) => ({
            PutRequest: { Item: { sku, title, price } },
          })),
        },
      }),
    );
  }
};
