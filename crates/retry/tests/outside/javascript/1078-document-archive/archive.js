const { S3Client, CopyObjectCommand, DeleteObjectCommand } = require("@aws-sdk/client-s3");

const s3 = new S3Client({});

exports.handler = async (event) => {
  for (const record of event.Records) {
    const Bucket = record.s3.bucket.name;
    const Key = record.s3.object.key;
    await s3.send(new CopyObjectCommand({ Bucket: process.env.ARCHIVE, Key, CopySource: `${Bucket}/${Key}` }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    console.log("archived", Key);
  }
};
