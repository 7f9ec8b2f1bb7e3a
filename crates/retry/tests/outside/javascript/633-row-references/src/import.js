const { S3Client, GetObjectCommand } = require("@aws-sdk/client-s3");
const { DynamoDBClient, PutItemCommand } = require("@aws-sdk/client-dynamodb");
const { RowRef } = require("./refs");

const s3 = new S3Client({});
const db = new DynamoDBClient({});

exports.handler = async (event) => {
  const { bucket, object } = event.Records[0].s3;
  const file = await s3.send(new GetObjectCommand({ Bucket: bucket.name, Key: object.key }));
  const text = await file.Body.transformToString();

  const ref = new RowRef(object.key);
  for (const line of text.split("\n")) {
    await db.send(
      new PutItemCommand({
        TableName: process.env.ROWS,
        Item: { ref: { S: `${ref}` }, line: { S: line } },
      })
    );
  }
};
