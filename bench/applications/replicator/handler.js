const { S3 } = require("aws-sdk");

const store = new S3();

exports.replicate = (event, context, callback) => {
  const { bucket, object } = event.Records[0].s3;
  store.copyObject({
    Bucket: process.env.COPIES,
    Key: object.key,
    CopySource: encodeURI(`/${bucket.name}/${object.key}`),
  }, (error) => {
    if (error) {
      callback(error);
    } else {
      callback(null, "replicated");
    }
  });
};
