const fs = require("fs");

exports.download = async (store, Bucket, Key, file) => {
  const { Body } = await store.getObject({ Bucket, Key }).promise();
  fs.writeFileSync(file, Body);
};

exports.upload = async (store, Bucket, Key, file) => {
  const Body = fs.readFileSync(file);
  await store.putObject({ Bucket, Key, Body, ContentType: "image/jpeg" }).promise();
};
