// object.who lists the keys and compares tags does not see that the same was written again
// save: safe alone, safe together

import { S3 } from "@aws-sdk/client-s3";

const objects = new S3();

export const save = async ({ Key }) => {
  await objects.putObject({ Bucket: "marks", Key, Body: "done" });
};

export const list = async () => {
  const { Contents = [] } = await objects.listObjectsV2({ Bucket: "marks" });
  return Contents.map(({ Key }) => Key);
};

export const compare = async ({ Key, tag }) => {
  const { ETag } = await objects.headObject({ Bucket: "marks", Key });
  return ETag === tag;
};
