const { members } = require("../lib/mongo");

module.exports.onSignup = async (event) => {
  const { userId, email, plan = "free" } = event.detail;
  const collection = await members();
  const result = await collection.updateOne(
    { _id: userId },
    {
      $setOnInsert: {
        email: email.toLowerCase(),
        plan,
        joinedAt: new Date(),
      },
    },
    { upsert: true },
  );
  console.log(result.upsertedCount ? "new member" : "known member", userId);
};

module.exports.show = async (event) => {
  const collection = await members();
  const member = await collection.findOne({ _id: event.pathParameters.userId });
  if (!member) {
    return { statusCode: 404, body: JSON.stringify({ error: "unknown member" }) };
  }
  return {
    statusCode: 200,
    body: JSON.stringify({ id: member._id, plan: member.plan, joinedAt: member.joinedAt }),
  };
};
