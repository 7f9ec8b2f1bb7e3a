import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { S3Event } from "aws-lambda";
import sharp from "sharp";

const s3 = new S3Client({});
const SIZES = [128, 512];

const keyOf = (raw: string) => decodeURIComponent(raw.replace(/\+/g, " "));

export const handler = async (event: S3Event): Promise<void> => {
  for (const record of event.Records) {
    const bucket = record.s3.bucket.name;
    const key = keyOf(record.s3.object.key);

    const original = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const bytes = await original.Body!.transformToByteArray();

    for (const size of SIZES) {
      const thumb = await sharp(bytes).rotate().resize(size, size, { fit: "cover" }).webp({ quality: 80 }).toBuffer();
      await s3.send(
        new PutObjectCommand({
          Bucket: process.env.THUMBS_BUCKET,
          Key: `${size}/${key}.webp`,
          Body: thumb,
          ContentType: "image/webp",
          CacheControl: "public, max-age=31536000",
        }),
      );
    }
    console.log(`thumbnails of ${key} done`);
  }
};
