import { S3Client, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import sharp from "sharp";

const s3 = new S3Client({});
const WIDTHS = [160, 480];

async function download(Bucket, Key) {
  const { Body, ContentType } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  const bytes = await Body.transformToByteArray();
  return { bytes, contentType: ContentType };
}

export const handler = async (event) => {
  for (const { s3: source } of event.Records) {
    const key = decodeURIComponent(source.object.key.replace(/\+/g, " "));
    if (!/\.(jpe?g|png)$/i.test(key)) {
      console.log("skipping", key);
      continue;
    }
    const { bytes, contentType } = await download(source.bucket.name, key);
    for (const width of WIDTHS) {
      const resized = await sharp(bytes).resize({ width }).toBuffer();
      await s3.send(
        new PutObjectCommand({
          Bucket: process.env.THUMBNAILS_BUCKET,
          Key: `${width}/${key}`,
          Body: resized,
          ContentType: contentType,
          CacheControl: "max-age=86400",
        }),
      );
    }
  }
};
