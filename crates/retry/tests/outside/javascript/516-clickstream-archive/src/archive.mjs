import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import { decode } from "./decode.mjs";

const s3 = new S3Client({});

export const handler = async (event) => {
  const [first] = event.Records;
  const [shard, sequence] = first.eventID.split(":");
  const lines = event.Records.map((record) => JSON.stringify(decode(record)));

  await s3.send(
    new PutObjectCommand({
      Bucket: process.env.ARCHIVE_BUCKET,
      Key: `raw/${shard}/${sequence}.ndjson`,
      Body: lines.join("\n"),
    }),
  );
};
