import type { S3Event } from "aws-lambda";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import sharp from "sharp";

const s3 = new S3Client({});
const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function render(bucket: string, key: string): Promise<Buffer> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  const bytes = await Body!.transformToByteArray();
  return sharp(bytes).resize({ width: 320 }).jpeg({ quality: 80 }).toBuffer();
}

export const handler = async (event: S3Event): Promise<void> => {
  for (const { s3: source } of event.Records) {
    const key = decodeURIComponent(source.object.key.replace(/\+/g, " "));
    const thumb = `thumbs/${key}.jpg`;
    const image = await render(source.bucket.name, key);

    await s3.send(new PutObjectCommand({
      Bucket: process.env.THUMBS_BUCKET,
      Key: thumb,
      Body: image,
      ContentType: "image/jpeg",
    }));
    await doc.send(new PutCommand({
      TableName: process.env.INDEX_TABLE,
      Item: { photo: key, thumb, bytes: source.object.size, renderedAt: new Date().toISOString() },
    }));
    console.log("rendered", key);
  }
};
