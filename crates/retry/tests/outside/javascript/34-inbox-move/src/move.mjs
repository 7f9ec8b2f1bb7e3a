import { S3Client, CopyObjectCommand, DeleteObjectCommand } from "@aws-sdk/client-s3";

const s3 = new S3Client({});

const destination = (key) => key.replace(/^inbox\//, "processed/");

export const handler = async (event) => {
  for (const record of event.Records) {
    const Bucket = record.s3.bucket.name;
    const Key = decodeURIComponent(record.s3.object.key.replace(/\+/g, " "));
    const target = destination(Key);
    console.log(`moving ${Key} to ${target}`);
    await s3.send(
      new CopyObjectCommand({
        Bucket,
        CopySource: encodeURI(`${Bucket}/${Key}`),
        Key: target,
        MetadataDirective: "COPY",
      }),
    );
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  }
  return { moved: event.Records.length };
};
