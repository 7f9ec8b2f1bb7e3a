const { spawnSync } = require("child_process");
const { readFileSync, writeFileSync, unlinkSync } = require("fs");
const { S3 } = require("aws-sdk");

const store = new S3();

module.exports.mkgif = async (event) => {
  for (const record of event.Records) {
    const { bucket, object } = record.s3;
    if (object.key.endsWith(".gif")) continue;
    const { Body } = await store.getObject({ Bucket: bucket.name, Key: object.key }).promise();
    writeFileSync(`/tmp/${object.key}`, Body);
    spawnSync("/opt/ffmpeg/ffmpeg", ["-y", "-i", `/tmp/${object.key}`, `/tmp/${object.key}.gif`]);
    const gif = readFileSync(`/tmp/${object.key}.gif`);
    unlinkSync(`/tmp/${object.key}.gif`);
    await store.putObject({ Bucket: process.env.GIFS, Key: `${object.key}.gif`, Body: gif }).promise();
  }
};
