const { subscribers } = require("../lib/mongo");

exports.handler = async (event) => {
  for (const { Sns } of event.Records) {
    const { recipient, campaign } = JSON.parse(Sns.Message);
    // A set: opening a mail is counted once for each campaign.
    await subscribers().updateOne(
      { _id: recipient },
      { $addToSet: { opens: { campaign, at: new Date() } } },
    );
  }
};
