const { S3Client, GetObjectCommand, PutObjectCommand } = require("@aws-sdk/client-s3");

const s3 = new S3Client({});
const Bucket = "archive";

exports.archive = async (event) => {
  for (const record of event.Records) {
    const { id, text } = JSON.parse(record.body);
    try {
      await s3.send(
        new PutObjectCommand({ Bucket, Key: `documents/${id}.txt`, Body: text, IfNoneMatch: "*" })
      );
    } catch (e) {
      if (e.name !== "PreconditionFailed") throw e;
    }
  }
};

exports.count = async ({ by }) => {
  const { Body, ETag } = await s3.send(new GetObjectCommand({ Bucket, Key: "counter.json" }));
  const counter = JSON.parse(await Body.transformToString());
  counter.value += by;
  await s3.send(
    new PutObjectCommand({
      Bucket,
      Key: "counter.json",
      Body: JSON.stringify(counter),
      IfMatch: ETag,
    })
  );
  return counter.value;
};
