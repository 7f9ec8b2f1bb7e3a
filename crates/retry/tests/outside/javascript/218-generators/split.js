const { DynamoDBDocumentClient, PutCommand } = require("@aws-sdk/lib-dynamodb");
const { DynamoDBClient } = require("@aws-sdk/client-dynamodb");
const { SQSClient, SendMessageCommand } = require("@aws-sdk/client-sqs");

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const sqs = new SQSClient({});

function* lines(records) {
  for (const record of records) {
    const text = Buffer.from(record.kinesis.data, "base64").toString("utf8");
    yield { id: record.eventID, text };
  }
}

exports.handler = async (event) => {
  for (const { id, text } of lines(event.Records)) {
    await doc.send(new PutCommand({ TableName: "lines", Item: { id, text } }));
  }
};

exports.forward = async (event) => {
  for (const { text } of lines(event.Records)) {
    await sqs.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE, MessageBody: text }));
  }
};
