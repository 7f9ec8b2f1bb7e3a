const { S3Client, GetObjectCommand, PutObjectCommand } = require("@aws-sdk/client-s3");
const sharp = require("sharp");

const s3 = new S3Client({});

exports.handler = async (event) => {
  for (const { s3: { bucket, object } } of event.Records) {
    const key = decodeURIComponent(object.key.replace(/\+/g, " "));
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket.name, Key: key }));
    const image = Buffer.from(await Body.transformToByteArray());
    const small = await sharp(image).resize(200, 200, { fit: "inside" }).jpeg().toBuffer();
    await s3.send(
      new PutObjectCommand({
        Bucket: process.env.THUMBNAILS,
        Key: `${key}.200.jpg`,
        Body: small,
        ContentType: "image/jpeg",
      })
    );
  }
};
