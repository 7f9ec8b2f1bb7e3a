const { SQSClient, SendMessageBatchCommand } = require("@aws-sdk/client-sqs");
const { decode, chunk } = require("./util");

const sqs = new SQSClient({});

exports.handler = async (event) => {
  for (const records of chunk(event.Records, 10)) {
    await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: process.env.QUEUE_URL,
        Entries: records.map((record, i) => ({
          Id: String(i),
          MessageBody: decode(record),
          MessageGroupId: record.kinesis.partitionKey,
          MessageDeduplicationId: record.kinesis.sequenceNumber,
        })),
      })
    );
  }
};
