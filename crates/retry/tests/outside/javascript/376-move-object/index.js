const { S3Client, CopyObjectCommand, DeleteObjectCommand } = require("@aws-sdk/client-s3");

const s3 = new S3Client({});
const SOURCE = process.env.INBOX_BUCKET;
const TARGET = process.env.ARCHIVE_BUCKET;

async function move(key, target) {
  await s3.send(new CopyObjectCommand({
    CopySource: `${SOURCE}/${encodeURIComponent(key)}`,
    Bucket: TARGET,
    Key: target,
  }));
  await s3.send(new DeleteObjectCommand({ Bucket: SOURCE, Key: key }));
}

// A task of the state machine "intake".
exports.handler = async ({ document, key, category }) => {
  const target = `${category}/${document}${key.slice(key.lastIndexOf("."))}`;
  await move(key, target);
  return { document, location: `s3://${TARGET}/${target}` };
};
