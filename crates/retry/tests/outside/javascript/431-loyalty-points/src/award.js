"use strict";

const { MongoClient } = require("mongodb");

const client = new MongoClient(process.env.MONGODB_URI);
const database = client.db("loyalty");
const awards = database.collection("awards");
const accounts = database.collection("accounts");

const pointsFor = ({ cents, tier = "basic" }) => Math.floor(cents / 100) * (tier === "gold" ? 2 : 1);

async function awardOnce(messageId, purchase) {
  const session = client.startSession();
  try {
    await session.withTransaction(async () => {
      await awards.insertOne({ _id: messageId, member: purchase.member }, { session });
      await accounts.updateOne(
        { _id: purchase.member },
        { $inc: { points: pointsFor(purchase) } },
        { session, upsert: true },
      );
    });
  } catch (error) {
    if (error.code !== 11000) throw error;
    console.log(`purchase ${messageId} was awarded before`);
  } finally {
    await session.endSession();
  }
}

exports.handler = async (event) => {
  for (const record of event.Records) {
    await awardOnce(record.messageId, JSON.parse(record.body));
  }
};
