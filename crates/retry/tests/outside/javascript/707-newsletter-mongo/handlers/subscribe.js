const { subscribers } = require("../lib/mongo");

exports.handler = async (event) => {
  const { email, list } = JSON.parse(event.body);
  const _id = email.trim().toLowerCase();

  await subscribers().updateOne(
    { _id },
    { $setOnInsert: { since: new Date(), list } },
    { upsert: true },
  );
  return { statusCode: 200, body: JSON.stringify({ email: _id }) };
};
