'use strict';
const { S3Client, GetObjectCommand, PutObjectCommand } = require('@aws-sdk/client-s3');
const sharp = require('sharp');

const s3 = new S3Client({});
const SIZES = [128, 512];

const load = async (Bucket, Key) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from(await Body.transformToByteArray());
};

exports.handler = async (event) => {
  for (const { s3: entity } of event.Records) {
    const key = decodeURIComponent(entity.object.key.replace(/\+/g, ' '));
    const original = await load(process.env.ORIGINALS, key);
    for (const size of SIZES) {
      const small = await sharp(original).resize(size, size, { fit: 'inside' }).jpeg({ quality: 80 }).toBuffer();
      await s3.send(new PutObjectCommand({
        Bucket: process.env.THUMBS,
        Key: `${size}/${key}.jpg`,
        Body: small,
        ContentType: 'image/jpeg',
      }));
    }
  }
};
