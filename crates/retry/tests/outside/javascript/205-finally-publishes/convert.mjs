import { S3Client, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { SNSClient, PublishCommand } from "@aws-sdk/client-sns";

const s3 = new S3Client();
const sns = new SNSClient();

const upper = async (record, bucket) => {
  const { Body } = await s3.send(
    new GetObjectCommand({ Bucket: record.s3.bucket.name, Key: record.s3.object.key }),
  );
  const text = await Body.transformToString();
  await s3.send(
    new PutObjectCommand({ Bucket: bucket, Key: record.s3.object.key, Body: text.toUpperCase() }),
  );
};

export const handler = async (event) => {
  const [record] = event.Records;
  let outcome = "failed";
  try {
    await upper(record, "loud-texts");
    outcome = "done";
  } finally {
    await sns.send(
      new PublishCommand({ TopicArn: process.env.TOPIC, Message: `${record.s3.object.key}: ${outcome}` }),
    );
  }
};

export const quietly = async (event) => {
  const [record] = event.Records;
  console.time("upper");
  try {
    await upper(record, "other-loud-texts");
  } finally {
    console.timeEnd("upper");
  }
};
