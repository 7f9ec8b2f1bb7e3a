const { SQSClient, SendMessageCommand } = require("@aws-sdk/client-sqs");

const sqs = new SQSClient({});

/** All queues of this service are FIFO. */
exports.push = (QueueUrl, group, payload, id) =>
  sqs.send(
    new SendMessageCommand({
      QueueUrl,
      MessageGroupId: group,
      MessageBody: JSON.stringify(payload),
      ...(id ? { MessageDeduplicationId: id } : {}),
    }),
  );
