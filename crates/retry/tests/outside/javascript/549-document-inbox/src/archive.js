const AWS = require("aws-sdk");
const path = require("path");

const s3 = new AWS.S3();

exports.handler = async (event) => {
  const { bucket, object } = event.Records[0].s3;
  const key = decodeURIComponent(object.key.replace(/\+/g, " "));

  await s3
    .copyObject({
      Bucket: process.env.ARCHIVE_BUCKET,
      Key: `inbox/${path.basename(key)}`,
      CopySource: encodeURI(`${bucket.name}/${key}`),
    })
    .promise();
  await s3.deleteObject({ Bucket: bucket.name, Key: key }).promise();
};
