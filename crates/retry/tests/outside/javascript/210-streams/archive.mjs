import { gzipSync } from "node:zlib";
import { Upload } from "@aws-sdk/lib-storage";
import { S3 } from "@aws-sdk/client-s3";

const client = new S3({});

const upload = (Key, text) =>
  new Upload({ client, params: { Bucket: "archive", Key, Body: gzipSync(text) } }).done();

export const handler = async (event) => {
  for (const { Sns } of event.Records) await upload(`plain/${Sns.MessageId}.gz`, Sns.Message);
};

export const dated = async (event) => {
  const now = new Date();
  for (const { Sns } of event.Records) {
    await upload(`dated/${now.getHours()}/${now.getMinutes()}/${Sns.MessageId}.gz`, Sns.Message);
  }
};
