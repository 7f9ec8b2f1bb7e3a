// object.what a resource tells of an object is read from it
// save: safe alone, unsafe-concurrent together

import { S3 } from "@aws-sdk/client-s3";

const objects = new S3();

export const save = async ({ Key, Body }) => {
  await objects.putObject({ Bucket: "files", Key, Body });
};

export const read = async ({ Key }) => {
  const { ContentLength } = await objects.headObject({ Bucket: "files", Key });
  return ContentLength;
};
