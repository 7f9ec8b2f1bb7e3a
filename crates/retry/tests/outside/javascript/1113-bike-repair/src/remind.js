const { SNSClient, PublishCommand } = require("@aws-sdk/client-sns");
const repairs = require("./repairs");

const sns = new SNSClient({});

module.exports.handler = async () => {
  const ready = (await repairs.all()).filter((repair) => repair.state === "ready");
  for (const { id, owner } of ready) {
    try {
      await sns.send(new PublishCommand({
        TopicArn: process.env.READY_TOPIC,
        Message: JSON.stringify({ id, owner }),
      }));
    } catch (error) {
      console.error("could not remind", owner, error);
    }
  }
};
