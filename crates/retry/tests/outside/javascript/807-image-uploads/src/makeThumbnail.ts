import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { S3Event } from "aws-lambda";
import sharp from "sharp";

const s3 = new S3Client({});
const WIDTH = 320;

export const handler = async (event: S3Event): Promise<void> => {
  for (const record of event.Records) {
    const bucket = record.s3.bucket.name;
    const key = decodeURIComponent(record.s3.object.key.replace(/\+/g, " "));

    const original = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const bytes = await original.Body!.transformToByteArray();
    const thumbnail = await sharp(bytes).resize({ width: WIDTH, withoutEnlargement: true }).webp().toBuffer();

    await s3.send(
      new PutObjectCommand({
        Bucket: process.env.THUMBNAILS_BUCKET,
        Key: `${key}.webp`,
        Body: thumbnail,
        ContentType: "image/webp",
      }),
    );
  }
};
