const AWS = require("aws-sdk");

const s3 = new AWS.S3();
const db = new AWS.DynamoDB.DocumentClient();

exports.handler = (event, context, callback) => {
  const [{ Sns: sns }] = event.Records;
  const rawKey = `raw/${sns.Timestamp.slice(0, 10)}/${context.awsRequestId}.json`;

  s3.putObject({
    Bucket: process.env.RAW_BUCKET,
    Key: rawKey,
    Body: JSON.stringify(event.Records),
  })
    .promise()
    .then(() =>
      db
        .put({
          TableName: process.env.ARCHIVE_TABLE,
          Item: {
            messageId: sns.MessageId,
            subject: sns.Subject || "(none)",
            message: sns.Message,
            rawKey,
          },
        })
        .promise()
    )
    .then(() => callback(null, "archived"), callback);
};
