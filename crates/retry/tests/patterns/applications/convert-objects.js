// results beside their sources, told apart by how keys begin or end
// convert: safe alone, safe together

import { S3 } from "@aws-sdk/client-s3";

const objects = new S3();

export const convert = async (event) => {
  for (const { s3 } of event.Records) {
    const [Bucket, Key] = [s3.bucket.name, s3.object.key];
    if (Key.endsWith(".gif")) continue;
    const { Body } = await objects.getObject({ Bucket, Key });
    await objects.putObject({ Bucket, Key: `${Key}.gif`, Body });
  }
};
