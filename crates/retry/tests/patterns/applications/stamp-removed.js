// object.what is removed again is as gone as before
// remove: safe alone, safe together

import { S3 } from "@aws-sdk/client-s3";

const objects = new S3();

export const remove = async ({ Key }) => {
  await objects.deleteObject({ Bucket: "marks", Key });
};

export const read = async ({ Key }) => {
  const { LastModified } = await objects.headObject({ Bucket: "marks", Key });
  return LastModified.toISOString();
};
