import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import { allFlags } from "./flags.js";

const s3 = new S3Client({});

export const handler = async (event) => {
  const flags = await allFlags();
  await s3.send(new PutObjectCommand({
    Bucket: process.env.SNAPSHOTS,
    Key: `flags/${event.time}.json`,
    Body: JSON.stringify({ taken: new Date().toISOString(), flags }),
    ContentType: "application/json",
  }));
};
