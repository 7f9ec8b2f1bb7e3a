import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import sharp from "sharp";
import { sizes, target } from "./sizes.js";

const s3 = new S3Client({});

const load = async (Bucket, Key) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from(await Body.transformToByteArray());
};

export const handler = async (event) => {
  for (const { s3: source } of event.Records) {
    const bucket = source.bucket.name;
    const key = decodeURIComponent(source.object.key.replace(/\+/g, " "));
    const original = await load(bucket, key);

    for (const size of sizes) {
      const Body = await sharp(original).resize({ width: size.width }).webp().toBuffer();
      await s3.send(
        new PutObjectCommand({
          Bucket: process.env.THUMBNAILS,
          Key: target(key, size),
          Body,
          ContentType: "image/webp",
          CacheControl: "public, max-age=31536000",
        }),
      );
    }
    console.log(`${bucket}/${key}: ${sizes.length} thumbnails`);
  }
};
