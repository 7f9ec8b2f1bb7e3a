const Redis = require("ioredis");
const { SNS } = require("@aws-sdk/client-sns");

const redis = new Redis(process.env.REDIS_URL);
const sns = new SNS({});

exports.once = async (event) => {
  for (const record of event.Records) {
    const taken = await redis.set(`done:${record.messageId}`, "1", "EX", 86400, "NX");
    if (taken === null) continue;
    await sns.publish({ TopicArn: process.env.TOPIC, Message: record.body });
  }
};

exports.tally = async (event) => {
  for (const record of event.Records) {
    const { article } = JSON.parse(record.body);
    await redis.pipeline().incr("sold").hincrby("sold-by-article", article, 1).exec();
  }
};

exports.forget = async (event) => {
  for (const record of event.Records) await redis.del(`profile:${record.body}`);
};
