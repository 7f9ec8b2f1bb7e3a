const { S3Client, GetObjectCommand } = require("@aws-sdk/client-s3");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { DynamoDBDocumentClient, GetCommand, PutCommand } = require("@aws-sdk/lib-dynamodb");

const s3 = new S3Client({});
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function fromCache(id) {
  const { Item } = await doc.send(new GetCommand({ TableName: "template-cache", Key: { id } }));
  return Item?.source;
}

async function fromBucket(id) {
  const object = await s3.send(new GetObjectCommand({ Bucket: "acme-templates", Key: `${id}.hbs` }));
  return object.Body.transformToString();
}

exports.handler = async ({ pathParameters: { id } }) => {
  let source = await fromCache(id);
  const cached = source !== undefined;
  if (!cached) {
    source = await fromBucket(id);
    await doc.send(new PutCommand({ TableName: "template-cache", Item: { id, source } }));
  }
  return {
    statusCode: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id, source, cached }),
  };
};
