const { S3Client, GetObjectCommand, PutObjectCommand } = require("@aws-sdk/client-s3");
const sharp = require("sharp");

const s3 = new S3Client({});
const SIZES = process.env.SIZES.split(",").map(Number);
const IMAGE = /\.(jpe?g|png|webp)$/i;

const targetKey = (key, width) => key.replace(IMAGE, `_${width}.webp`);

exports.handler = async (event) => {
  for (const { s3: source } of event.Records) {
    const bucket = source.bucket.name;
    const key = decodeURIComponent(source.object.key.replace(/\+/g, " "));
    if (!IMAGE.test(key)) {
      console.log(`skipping ${key}`);
      continue;
    }

    const original = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const bytes = Buffer.from(await original.Body.transformToByteArray());

    await Promise.all(
      SIZES.map(async (width) => {
        const resized = await sharp(bytes).resize({ width }).webp({ quality: 80 }).toBuffer();
        await s3.send(
          new PutObjectCommand({
            Bucket: process.env.THUMBNAILS,
            Key: targetKey(key, width),
            Body: resized,
            ContentType: "image/webp",
          })
        );
      })
    );
  }
};
