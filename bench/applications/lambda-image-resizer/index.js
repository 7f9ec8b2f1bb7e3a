const { S3 } = require("aws-sdk");
const sharp = require("sharp");

const store = new S3();

exports.handler = async (event) => {
  const { width, height, fit } = event.queryStringParameters || {};
  const image = await store.getObject({
    Bucket: process.env.BUCKET,
    Key: event.pathParameters.key,
  }).promise();
  const resized = await sharp(image.Body)
    .resize(width ? parseInt(width, 10) : null, height ? parseInt(height, 10) : null, { fit })
    .toBuffer();
  return {
    statusCode: 200,
    headers: { "Content-Type": image.ContentType },
    body: resized.toString("base64"),
    isBase64Encoded: true,
  };
};
