import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { S3Event } from "aws-lambda";
import { renderHtml } from "./template";

const s3 = new S3Client({});

export const handler = async (event: S3Event): Promise<void> => {
  for (const { s3: source } of event.Records) {
    const key = source.object.key;
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: source.bucket.name, Key: key }));
    const invoice = JSON.parse(await Body!.transformToString());
    await s3.send(
      new PutObjectCommand({
        Bucket: process.env.INVOICES_BUCKET,
        Key: key.replace(/\.json$/, ".html"),
        Body: renderHtml(invoice),
        ContentType: "text/html",
      }),
    );
  }
};
