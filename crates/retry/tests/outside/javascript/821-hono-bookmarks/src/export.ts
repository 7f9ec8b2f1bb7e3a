import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { ScheduledEvent } from "aws-lambda";
import { all } from "./store";

const s3 = new S3Client({});

export const handler = async (event: ScheduledEvent): Promise<void> => {
  const bookmarks = await all();
  await s3.send(
    new PutObjectCommand({
      Bucket: process.env.EXPORT_BUCKET,
      Key: `exports/${event.time.slice(0, 10)}.json`,
      ContentType: "application/json",
      Body: JSON.stringify(bookmarks),
    }),
  );
};
