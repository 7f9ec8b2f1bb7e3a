const AWS = require("aws-sdk");

const s3 = new AWS.S3();
const Bucket = process.env.TRASH_BUCKET;

exports.handler = async (event) => {
  const { Contents } = await s3
    .listObjectsV2({ Bucket, Prefix: `${event.pathParameters.folder}/` })
    .promise();
  for (const { Key } of Contents) {
    await s3.deleteObject({ Bucket, Key }).promise();
  }
  return { statusCode: 200, body: JSON.stringify({ deleted: Contents.length }) };
};
