import { CloudWatchClient, PutMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { client, expired, TableName } from "./expired.js";

const s3 = new S3Client({});
const cloudWatch = new CloudWatchClient({});

function* chunks(list, size) {
  for (let start = 0; start < list.length; start += size) {
    yield list.slice(start, start + size);
  }
}

export const handler = async (event) => {
  const uploads = await expired(Date.parse(event.time));

  for (const chunk of chunks(uploads, 25)) {
    for (const { objectKey: Key } of chunk) {
      await s3.send(new DeleteObjectCommand({ Bucket: process.env.UPLOADS_BUCKET, Key }));
    }
    const requests = chunk.map(({ id }) => ({ DeleteRequest: { Key: { id } } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
  }

  await cloudWatch.send(
    new PutMetricDataCommand({
      Namespace: "Uploads",
      MetricData: [{ MetricName: "Purged", Unit: "Count", Value: uploads.length }],
    }),
  );
};
