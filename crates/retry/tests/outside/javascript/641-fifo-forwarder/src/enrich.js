const { createHash } = require("crypto");
const { SQSClient, SendMessageCommand } = require("@aws-sdk/client-sqs");
const { decode } = require("./util");

const sqs = new SQSClient({});

const enrich = (click, receivedAt = Date.now()) => ({
  ...click,
  path: click.url.replace(/[?#].*$/, ""),
  receivedAt,
});

exports.handler = async (event) => {
  for (const record of event.Records) {
    const body = JSON.stringify(enrich(JSON.parse(decode(record))));
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: process.env.ENRICHED_URL,
        MessageBody: body,
        MessageGroupId: record.kinesis.partitionKey,
        MessageDeduplicationId: createHash("sha256").update(body).digest("hex"),
      })
    );
  }
};
