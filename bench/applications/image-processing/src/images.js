const { S3 } = require("aws-sdk");
const sharp = require("sharp");

const store = new S3();
const Bucket = process.env.IMAGES;

exports.thumbnail = async ({ image }) => {
  const Body = await sharp(Buffer.from(image.content, "base64")).resize(100, 100).toBuffer();
  const Key = `thumbnails/${image.name}`;
  await store.putObject({ Bucket, Key, Body }).promise();
  return { thumbnail: Key };
};

exports.archive = async ({ image }) => {
  const Body = Buffer.from(image.content, "base64");
  const Key = `archive/${image.name}`;
  await store.putObject({ Bucket, Key, Body }).promise();
  return { archived: Key };
};
