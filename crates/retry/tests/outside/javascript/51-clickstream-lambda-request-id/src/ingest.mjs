import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import { gzipSync } from "node:zlib";

const s3 = new S3Client({});

export const handler = async (event, context) => {
  const lines = event.Records.map((r) => JSON.parse(r.body))
    .filter((click) => !click.bot)
    .map((click) => JSON.stringify({ page: click.page, user: click.user, ts: click.ts }));
  if (lines.length === 0) return;

  await s3.send(
    new PutObjectCommand({
      Bucket: process.env.LAKE_BUCKET,
      Key: `clicks/${context.awsRequestId}.json.gz`,
      Body: gzipSync(lines.join("\n")),
      ContentEncoding: "gzip",
      ContentType: "application/x-ndjson",
    }),
  );
  console.log(`wrote ${lines.length} clicks`);
};
