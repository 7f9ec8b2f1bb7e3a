const { MongoClient } = require("mongodb");

const client = new MongoClient(process.env.MONGO_URL);
const orders = client.db("reporting").collection("orders");

const STATUS = {
  OrderPlaced: "placed",
  OrderPaid: "paid",
  OrderShipped: "shipped",
  OrderCancelled: "cancelled",
};

exports.project = async (event) => {
  const status = STATUS[event["detail-type"]];
  if (!status) {
    console.warn("ignored", event["detail-type"]);
    return;
  }

  const { orderId, total, currency } = event.detail;
  await orders.updateOne(
    { _id: orderId },
    {
      $set: { status, total, currency, updatedAt: new Date() },
      $setOnInsert: { schema: 2 },
    },
    { upsert: true },
  );
};
