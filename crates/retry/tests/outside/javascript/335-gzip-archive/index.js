const fs = require("fs");
const path = require("path");
const zlib = require("zlib");
const { S3Client, GetObjectCommand, PutObjectCommand } = require("@aws-sdk/client-s3");

const s3 = new S3Client({});

async function download(Bucket, Key) {
  const file = path.join("/tmp", path.basename(Key));
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  fs.writeFileSync(file, await Body.transformToByteArray());
  return file;
}

exports.handler = async (event) => {
  for (const { s3: entity } of event.Records) {
    const key = decodeURIComponent(entity.object.key.replace(/\+/g, " "));
    const file = await download(entity.bucket.name, key);
    try {
      await s3.send(new PutObjectCommand({
        Bucket: process.env.ARCHIVE_BUCKET,
        Key: `${key}.gz`,
        Body: zlib.gzipSync(fs.readFileSync(file)),
        ContentEncoding: "gzip",
      }));
    } finally {
      fs.unlinkSync(file);
    }
  }
};
