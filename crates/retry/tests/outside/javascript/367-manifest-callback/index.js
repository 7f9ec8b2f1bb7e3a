"use strict";

const AWS = require("aws-sdk");

const s3 = new AWS.S3();
const dynamo = new AWS.DynamoDB.DocumentClient();

exports.handler = (event, context, callback) => {
  const bucket = event.Records[0].s3.bucket.name;
  const key = decodeURIComponent(event.Records[0].s3.object.key.replace(/\+/g, " "));

  s3.getObject({ Bucket: bucket, Key: key }, (readError, object) => {
    if (readError) return callback(readError);

    const manifest = JSON.parse(object.Body.toString("utf8"));
    const release = { name: manifest.name, version: manifest.version, files: manifest.files.length };

    dynamo.put({ TableName: "releases", Item: release }, (putError) => {
      if (putError) return callback(putError);

      s3.putObject(
        { Bucket: "acme-releases", Key: `${release.name}/${release.version}.json`, Body: JSON.stringify(manifest) },
        (copyError) => {
          if (copyError) return callback(copyError);
          callback(null, `${release.name}@${release.version}`);
        }
      );
    });
  });
};
