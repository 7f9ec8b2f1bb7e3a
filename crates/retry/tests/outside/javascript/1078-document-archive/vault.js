const { S3Client, GetObjectCommand, PutObjectCommand, DeleteObjectCommand, NoSuchKey } = require("@aws-sdk/client-s3");

const s3 = new S3Client({});

async function content(Bucket, Key) {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    return await Body.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

exports.handler = async (event) => {
  const Bucket = event.Records[0].s3.bucket.name;
  const Key = event.Records[0].s3.object.key;
  const contract = await content(Bucket, Key);
  if (contract === undefined) {
    console.log("moved before", Key);
    return;
  }
  await s3.send(new PutObjectCommand({ Bucket: process.env.VAULT, Key, Body: contract }));
  await s3.send(new DeleteObjectCommand({ Bucket, Key }));
};
