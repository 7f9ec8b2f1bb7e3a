import { CopyObjectCommand, DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { SQSEvent } from "aws-lambda";

const s3 = new S3Client({});
const { INVOICES_BUCKET, ARCHIVE_BUCKET } = process.env;

async function move(Key: string): Promise<void> {
  await s3.send(new CopyObjectCommand({ Bucket: ARCHIVE_BUCKET, Key, CopySource: `${INVOICES_BUCKET}/${Key}` }));
  await s3.send(new DeleteObjectCommand({ Bucket: INVOICES_BUCKET, Key }));
}

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const record of event.Records) {
    const { key } = JSON.parse(record.body);
    await move(key);
  }
};
