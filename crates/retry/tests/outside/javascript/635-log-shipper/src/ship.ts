import { gunzipSync } from "node:zlib";
import type { Context, S3Event } from "aws-lambda";
import { S3Client, GetObjectCommand } from "@aws-sdk/client-s3";
import { FirehoseClient, PutRecordBatchCommand } from "@aws-sdk/client-firehose";
import { LambdaClient, InvokeCommand } from "@aws-sdk/client-lambda";

const s3 = new S3Client({});
const firehose = new FirehoseClient({});
const lambda = new LambdaClient({});

function* chunks<T>(items: T[], size: number) {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);
}

export const handler = async (event: S3Event & { offset?: number }, context: Context) => {
  const { bucket, object } = event.Records[0].s3;
  const file = await s3.send(new GetObjectCommand({ Bucket: bucket.name, Key: object.key }));
  const lines = gunzipSync(await file.Body!.transformToByteArray()).toString("utf8").split("\n");

  let offset = event.offset ?? 0;
  for (const chunk of chunks(lines.slice(offset), 500)) {
    if (context.getRemainingTimeInMillis() < 10_000) {
      // not enough time: go on in another invocation
      await lambda.send(
        new InvokeCommand({
          FunctionName: context.functionName,
          InvocationType: "Event",
          Payload: Buffer.from(JSON.stringify({ ...event, offset })),
        }),
      );
      return;
    }
    await firehose.send(
      new PutRecordBatchCommand({
        DeliveryStreamName: process.env.STREAM,
        Records: chunk.map((line) => ({ Data: Buffer.from(`${line}\n`) })),
      }),
    );
    offset += chunk.length;
  }
};
