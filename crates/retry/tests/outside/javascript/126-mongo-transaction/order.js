const { MongoClient } = require("mongodb");

const client = new MongoClient(process.env.MONGO_URL);

exports.handler = async (event) => {
  await client.connect();
  const db = client.db("shop");
  for (const record of event.Records) {
    const order = JSON.parse(record.body);
    const session = client.startSession();
    try {
      await session.withTransaction(async () => {
        await db
          .collection("orders")
          .insertOne({ _id: order.id, article: order.article, quantity: order.quantity }, { session });
        await db
          .collection("stock")
          .updateOne({ _id: order.article }, { $inc: { left: -order.quantity } }, { session });
      });
    } catch (error) {
      if (error.code !== 11000) throw error;
    } finally {
      await session.endSession();
    }
  }
};
