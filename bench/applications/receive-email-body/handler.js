const { S3 } = require("aws-sdk");
const { simpleParser } = require("mailparser");

const store = new S3();

module.exports.postprocess = async (event) => {
  const { bucket, object } = event.Records[0].s3;
  const message = await store.getObject({ Bucket: bucket.name, Key: object.key }).promise();
  const email = await simpleParser(message.Body);
  console.log("from", email.from.text, "subject", email.subject);
  return { status: "success", text: email.text };
};
