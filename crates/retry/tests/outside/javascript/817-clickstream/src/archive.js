import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { decode } from "./decode.js";

const s3 = new S3Client({});

export const handler = async (event) => {
  for (const record of event.Records) {
    const click = decode(record);
    await s3.send(
      new PutObjectCommand({
        Bucket: process.env.ARCHIVE_BUCKET,
        Key: `clicks/${record.eventID}.json`,
        ContentType: "application/json",
        Body: JSON.stringify({
          page: click.page,
          visitor: click.visitor,
          at: record.kinesis.approximateArrivalTimestamp,
        }),
      }),
    );
  }
  console.log(`archived ${event.Records.length} clicks`);
};
