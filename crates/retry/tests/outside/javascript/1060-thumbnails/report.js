const { S3Client, ListObjectsV2Command, PutObjectCommand } = require("@aws-sdk/client-s3");

const s3 = new S3Client({});

exports.handler = async () => {
  const today = new Date().toISOString().slice(0, 10);
  const page = await s3.send(new ListObjectsV2Command({ Bucket: process.env.THUMBS, Prefix: "480/" }));
  const bytes = (page.Contents || []).reduce((sum, object) => sum + object.Size, 0);
  await s3.send(new PutObjectCommand({
    Bucket: process.env.REPORTS,
    Key: `usage/${today}.json`,
    Body: JSON.stringify({ files: page.KeyCount, bytes }),
  }));
};
