const S3 = require("aws-sdk/clients/s3");

const s3 = new S3();
const LANGUAGES = ["de", "fr", "it"];

exports.handler = async (event) => {
  const week = event.time.split("T")[0];
  for (const language of LANGUAGES) {
    await s3
      .copyObject({
        Bucket: process.env.SNAPSHOTS,
        Key: `${week}/${language}.json`,
        CopySource: `${process.env.BUCKET}/${language}.json`,
      })
      .promise();
  }
};
