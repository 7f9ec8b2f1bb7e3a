const { S3Client, GetObjectCommand } = require("@aws-sdk/client-s3");

const s3 = new S3Client({});

exports.handler = async () => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: process.env.SITE, Key: "feed.xml" }));
  return {
    statusCode: 200,
    headers: { "content-type": "application/rss+xml" },
    body: await Body.transformToString(),
  };
};
