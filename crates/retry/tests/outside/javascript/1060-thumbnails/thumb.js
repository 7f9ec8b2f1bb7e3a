const { S3Client, GetObjectCommand, PutObjectCommand } = require("@aws-sdk/client-s3");
const sharp = require("sharp");

const s3 = new S3Client({});
const WIDTHS = [120, 480];

async function load(bucket, key) {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return Buffer.from(await Body.transformToByteArray());
}

exports.handler = async (event) => {
  for (const { s3: source } of event.Records) {
    const key = decodeURIComponent(source.object.key);
    const original = await load(source.bucket.name, key);
    for (const width of WIDTHS) {
      const image = await sharp(original).resize({ width }).webp().toBuffer();
      await s3.send(new PutObjectCommand({
        Bucket: process.env.THUMBS,
        Key: `${width}/${key}.webp`,
        Body: image,
        ContentType: "image/webp",
      }));
    }
  }
};
