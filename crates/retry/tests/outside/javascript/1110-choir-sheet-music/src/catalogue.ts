import { createHash } from "node:crypto";
import type { S3Event } from "aws-lambda";
import { GetObjectCommand, NoSuchKey, PutObjectCommand } from "@aws-sdk/client-s3";
import { s3 } from "./sheets";

export async function handler(event: S3Event): Promise<void> {
  for (const { s3: source } of event.Records) {
    const Key = decodeURIComponent(source.object.key.replace(/\+/g, " "));
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: source.bucket.name, Key }));
      const bytes = await Body!.transformToByteArray();
      const digest = createHash("sha256").update(bytes).digest("hex");
      await s3.send(new PutObjectCommand({
        Bucket: process.env.CATALOGUE,
        Key: `${digest}.json`,
        Body: JSON.stringify({ sheet: Key, bytes: bytes.length }),
      }));
    } catch (error) {
      if (error instanceof NoSuchKey) continue; // removed meanwhile
      throw error;
    }
  }
}
