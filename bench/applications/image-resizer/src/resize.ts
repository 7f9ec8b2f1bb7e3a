import { S3 } from "aws-sdk";
import sharp from "sharp";

const store = new S3();
const { ORIGINALS, RESIZED } = process.env;

interface Request {
  pathParameters: { size: string; key: string };
}

export const handler = async (event: Request) => {
  const { size, key } = event.pathParameters;
  const [width, height] = size.split("x").map(Number);
  const original = await store.getObject({ Bucket: ORIGINALS!, Key: key }).promise();
  const resized = await sharp(original.Body as Buffer).resize(width, height).toBuffer();
  await store.putObject({ Bucket: RESIZED!, Key: `${size}/${key}`, Body: resized }).promise();
  return { statusCode: 301, headers: { location: `/${size}/${key}` } };
};
