import type { SQSEvent } from "aws-lambda";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { list } from "./notes";

const s3 = new S3Client({});

export const handler = async (event: SQSEvent) => {
  for (const record of event.Records) {
    const { owner } = JSON.parse(record.body);
    const notes = await list(owner);
    await s3.send(new PutObjectCommand({
      Bucket: process.env.EXPORTS,
      Key: `${owner}/${record.messageId}.json`,
      Body: JSON.stringify(notes),
    }));
  }
};
