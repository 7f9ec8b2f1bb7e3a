const { randomUUID } = require("node:crypto");
const { S3Client, PutObjectCommand } = require("@aws-sdk/client-s3");

const s3 = new S3Client({});

function lazy(make) {
  let value;
  return () => {
    if (value === undefined) value = make();
    return value;
  };
}

const instance = lazy(() => randomUUID().slice(0, 8));

exports.handler = async (event) => {
  for (const { messageId, body } of event.Records) {
    const { tenant, rows } = JSON.parse(body);
    await s3.send(new PutObjectCommand({
      Bucket: "acme-lake",
      Key: `raw/${tenant}/${instance()}/${messageId}.ndjson`,
      Body: rows.map((row) => JSON.stringify(row)).join("\n"),
    }));
  }
};
