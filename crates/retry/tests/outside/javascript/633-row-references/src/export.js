const { S3Client, PutObjectCommand } = require("@aws-sdk/client-s3");
const { DynamoDBClient, ScanCommand } = require("@aws-sdk/client-dynamodb");
const { unmarshall } = require("@aws-sdk/util-dynamodb");
const { ExportName } = require("./refs");

const s3 = new S3Client({});
const db = new DynamoDBClient({});

exports.handler = async (event) => {
  const name = new ExportName(`totals/${event.time.slice(0, 10)}`);
  const { Items } = await db.send(new ScanCommand({ TableName: process.env.TOTALS }));
  await s3.send(
    new PutObjectCommand({
      Bucket: process.env.EXPORTS,
      Key: `${name}`,
      Body: JSON.stringify(Items.map((item) => unmarshall(item))),
    })
  );
};
