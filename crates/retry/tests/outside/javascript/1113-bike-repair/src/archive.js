const { S3Client, PutObjectCommand } = require("@aws-sdk/client-s3");
const repairs = require("./repairs");

const s3 = new S3Client({});

module.exports.handler = async (event) => {
  const day = event.time.slice(0, 10);
  await s3.send(new PutObjectCommand({
    Bucket: process.env.ARCHIVE,
    Key: `repairs/${day}.json`,
    Body: JSON.stringify(await repairs.all()),
    ContentType: "application/json",
  }));
};
