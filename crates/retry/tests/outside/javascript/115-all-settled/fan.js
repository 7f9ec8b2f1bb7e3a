const { SQSClient, SendMessageCommand } = require("@aws-sdk/client-sqs");
const { S3Client, DeleteObjectCommand } = require("@aws-sdk/client-s3");

const sqs = new SQSClient({});
const s3 = new S3Client({});

exports.out = async ({ customers }) => {
  const results = await Promise.allSettled(
    customers.map((customer) =>
      sqs.send(
        new SendMessageCommand({
          QueueUrl: process.env.QUEUE_URL,
          MessageBody: JSON.stringify({ customer }),
        })
      )
    )
  );
  const failed = results.filter((r) => r.status === "rejected");
  if (failed.length) console.error(`${failed.length} could not be queued`);
  return { queued: results.length - failed.length };
};

exports.sweep = async ({ keys }) => {
  const results = await Promise.allSettled(
    keys.map((Key) => s3.send(new DeleteObjectCommand({ Bucket: "exports", Key })))
  );
  results
    .filter((result) => result.status === "rejected")
    .forEach((result) => console.warn(result.reason));
};
