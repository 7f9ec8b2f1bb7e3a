const { S3 } = require("aws-sdk");

const store = new S3();

const backup = (record) => {
  const { Keys, NewImage } = record.dynamodb;
  return store.putObject({
    Bucket: process.env.BUCKET,
    Key: `items/${Keys.id.S}.json`,
    Body: JSON.stringify(NewImage || null),
  }).promise();
};

exports.backup = async (event) => {
  await Promise.all(event.Records.map(backup));
};
