const { S3Client, GetObjectCommand, PutObjectCommand, DeleteObjectCommand } = require("@aws-sdk/client-s3");

const s3 = new S3Client({});
const SOURCE = process.env.INBOX_BUCKET;
const TARGET = process.env.ARCHIVE_BUCKET;

async function read(key) {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: SOURCE, Key: key }));
    return await Body.transformToByteArray();
  } catch (error) {
    if (error.name === "NoSuchKey") return undefined;
    throw error;
  }
}

// A task of the state machine "intake".
exports.handler = async ({ document, key, category }) => {
  const target = `${category}/${document}`;
  const bytes = await read(key);
  if (bytes !== undefined) {
    await s3.send(new PutObjectCommand({ Bucket: TARGET, Key: target, Body: bytes }));
    await s3.send(new DeleteObjectCommand({ Bucket: SOURCE, Key: key }));
  }
  return { document, location: `s3://${TARGET}/${target}` };
};
