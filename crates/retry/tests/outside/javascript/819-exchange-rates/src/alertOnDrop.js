const { SNSClient, PublishCommand } = require("@aws-sdk/client-sns");
const dayjs = require("dayjs");
const { ratesOf } = require("./rates");

const sns = new SNSClient({});
const THRESHOLD = 0.98;

exports.handler = async (event) => {
  const today = dayjs(event.time).format("YYYY-MM-DD");
  const yesterday = dayjs(event.time).subtract(1, "day").format("YYYY-MM-DD");
  const [now, before] = await Promise.all([ratesOf(today), ratesOf(yesterday)]);
  if (!now || !before) return;

  if (now.USD < before.USD * THRESHOLD) {
    await sns.send(
      new PublishCommand({
        TopicArn: process.env.ALERTS_TOPIC,
        Subject: "EUR/USD dropped",
        Message: `EUR/USD fell from ${before.USD} to ${now.USD}`,
      }),
    );
  }
};
