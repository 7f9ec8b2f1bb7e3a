const { S3 } = require("aws-sdk");
const gm = require("gm").subClass({ imageMagick: true });

const store = new S3();

const thumbnail = (image) => new Promise((resolve, reject) => {
  gm(image).resize(200).toBuffer("png", (error, buffer) => {
    if (error) reject(error);
    else resolve(buffer);
  });
});

exports.handler = async (event) => {
  const { bucket, object } = event.Records[0].s3;
  const { Body } = await store.getObject({ Bucket: bucket.name, Key: object.key }).promise();
  const made = await thumbnail(Body);
  await store.putObject({ Bucket: process.env.OUTPUT, Key: `${object.key}.png`, Body: made }).promise();
};
