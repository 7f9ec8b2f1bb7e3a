// put(now()) in a bucket + reader that an event of the bucket starts
// save: safe alone, unsafe-concurrent together

import { S3 } from "@aws-sdk/client-s3";

const objects = new S3();

export const save = async ({ id }) => {
  await objects.putObject({ Bucket: process.env.FILES, Key: id, Body: `${Date.now()}` });
};

export const show = async ({ Records: [{ s3 }] }) => {
  const { Body } = await objects.getObject({ Bucket: s3.bucket.name, Key: s3.object.key });
  return Body;
};
