import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

const s3 = new S3Client({});
const location = { Bucket: process.env.SITE_BUCKET, Key: "manifest.json" };

export async function readManifest() {
  try {
    const { Body } = await s3.send(new GetObjectCommand(location));
    return JSON.parse(await Body.transformToString());
  } catch (error) {
    if (error instanceof NoSuchKey) return { assets: [] };
    throw error;
  }
}

export const writeManifest = (manifest) =>
  s3.send(new PutObjectCommand({ ...location, Body: JSON.stringify(manifest), ContentType: "application/json" }));
