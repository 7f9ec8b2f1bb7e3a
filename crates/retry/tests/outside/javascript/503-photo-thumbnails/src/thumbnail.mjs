import { S3Client, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import sharp from "sharp";

const s3 = new S3Client({});
const WIDTH = 320;

async function download(bucket, key) {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return Buffer.from(await Body.transformToByteArray());
}

export const handler = async (event) => {
  await Promise.all(
    event.Records.map(async ({ s3: source }) => {
      const key = decodeURIComponent(source.object.key.replace(/\+/g, " "));
      const original = await download(source.bucket.name, key);
      const thumb = await sharp(original).resize(WIDTH).jpeg({ quality: 80 }).toBuffer();
      await s3.send(
        new PutObjectCommand({
          Bucket: process.env.THUMBS_BUCKET,
          Key: `${WIDTH}/${key}`,
          Body: thumb,
          ContentType: "image/jpeg",
        }),
      );
    }),
  );
};
