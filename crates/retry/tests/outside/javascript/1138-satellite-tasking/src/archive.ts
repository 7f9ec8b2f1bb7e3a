import type { S3Event } from "aws-lambda";
import { CopyObjectCommand, S3Client } from "@aws-sdk/client-s3";

const s3 = new S3Client({});

export const handler = async (event: S3Event): Promise<void> => {
  await Promise.all(
    event.Records.map(({ eventTime, s3: { bucket, object } }) =>
      s3.send(new CopyObjectCommand({
        Bucket: process.env.ARCHIVE_BUCKET,
        Key: `${eventTime.slice(0, 10)}/${object.key}`,
        CopySource: `${bucket.name}/${object.key}`,
      })),
    ),
  );
};
