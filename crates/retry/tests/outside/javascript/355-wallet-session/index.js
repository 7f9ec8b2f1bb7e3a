const { MongoClient } = require("mongodb");

const client = new MongoClient(process.env.MONGO_URL);
const db = client.db("wallets");
const processed = db.collection("processed");
const wallets = db.collection("wallets");

const isDuplicate = (error) => error.code === 11000;

async function credit(messageId, { wallet, cents }) {
  const session = client.startSession();
  try {
    await session.withTransaction(async () => {
      await processed.insertOne({ _id: messageId }, { session });
      await wallets.updateOne({ _id: wallet }, { $inc: { cents } }, { session });
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    console.log("credited before", messageId);
  } finally {
    await session.endSession();
  }
}

exports.handler = async (event) => {
  for (const record of event.Records) {
    await credit(record.messageId, JSON.parse(record.body));
  }
};
