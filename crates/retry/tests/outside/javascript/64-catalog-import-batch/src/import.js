const { S3Client, GetObjectCommand } = require("@aws-sdk/client-s3");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { BatchWriteCommand, DynamoDBDocumentClient, GetCommand, UpdateCommand } = require("@aws-sdk/lib-dynamodb");

const s3 = new S3Client({});
const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.CATALOG_TABLE;

function parse(csv) {
  return csv
    .split("\n")
    .slice(1)
    .filter(Boolean)
    .map((row) => {
      const [sku, title, price] = row.split(",");
      return { sku, title, price: Number(price) };
    });
}

async function writeAll(items) {
  for (let i = 0; i < items.length; i += 25) {
    let requests = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }));
    while (requests && requests.length > 0) {
      const { UnprocessedItems } = await ddb.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
      requests = UnprocessedItems && UnprocessedItems[TableName];
    }
  }
}

exports.importCatalog = async (event) => {
  for (const { s3: source } of event.Records) {
    const { Body } = await s3.send(
      new GetObjectCommand({ Bucket: source.bucket.name, Key: decodeURIComponent(source.object.key) }),
    );
    await writeAll(parse(await Body.transformToString()));
  }
};

exports.setPrice = async (event) => {
  await ddb.send(
    new UpdateCommand({
      TableName,
      Key: { sku: event.pathParameters.sku },
      UpdateExpression: "SET price = :p",
      ExpressionAttributeValues: { ":p": Number(JSON.parse(event.body).price) },
    }),
  );
  return { statusCode: 204, body: "" };
};

exports.get = async (event) => {
  const { Item } = await ddb.send(new GetCommand({ TableName, Key: { sku: event.pathParameters.sku } }));
  return { statusCode: Item ? 200 : 404, body: JSON.stringify(Item || {}) };
};
