const { SNS } = require("@aws-sdk/client-sns");

const sns = new SNS({});
const tell = (Message) => sns.publish({ TopicArn: process.env.TOPIC, Message });

exports.converted = async () => 1 + { valueOf: () => (tell("number"), 1) };

exports.awaited = async () => {
  const later = {
    then(resolve) {
      tell("awaited").then(resolve);
    },
  };
  await later;
};

exports.spread = async () => {
  const reading = {
    get value() {
      tell("read");
      return 1;
    },
  };
  return { ...reading };
};

exports.written = async () => JSON.stringify({ inner: { toJSON: () => (tell("text"), "inner") } });
