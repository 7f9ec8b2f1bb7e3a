const path = require("path");
const { execFileSync } = require("child_process");
const { S3 } = require("aws-sdk");
const { download, upload } = require("./files");

exports.handler = async (event) => {
  const { bucket, object } = event.Records[0].s3;
  const input = path.join("/tmp", "input");
  const output = path.join("/tmp", "thumbnail.jpg");
  const store = new S3();
  await download(store, bucket.name, object.key, input);
  execFileSync("/opt/bin/ffmpeg", ["-y", "-i", input, "-vf", "thumbnail,scale=200:-1", output]);
  await upload(store, process.env.OUTPUT, `${path.parse(object.key).name}.jpg`, output);
};
