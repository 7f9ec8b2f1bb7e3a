const AWS = require("aws-sdk");
const fs = require("fs");
const path = require("path");

const sqs = new AWS.SQS();
const MARKERS = "/tmp/handled";

function marker(orderId) {
  if (!fs.existsSync(MARKERS)) fs.mkdirSync(MARKERS);
  return path.join(MARKERS, `${orderId}.done`);
}

exports.handler = async (event) => {
  for (const record of event.Records) {
    const order = JSON.parse(record.Sns.Message);
    const file = marker(order.id);
    if (fs.existsSync(file)) {
      console.log("skipping", order.id);
      continue;
    }

    await sqs
      .sendMessage({
        QueueUrl: process.env.PICKING_QUEUE_URL,
        MessageBody: JSON.stringify({ order: order.id, lines: order.lines }),
      })
      .promise();
    fs.writeFileSync(file, "");
  }
};
