const { products } = require("./mongo");

const toFields = ({ title, cents, currency = "EUR", categories = [] }) => ({
  title: title.trim(),
  price: { cents, currency },
  categories: [...new Set(categories)].sort(),
});

async function apply(collection, { sku, discontinued, ...details }) {
  if (discontinued) {
    await collection.deleteOne({ _id: sku });
    return "removed";
  }
  await collection.updateOne({ _id: sku }, { $set: toFields(details) }, { upsert: true });
  return "stored";
}

exports.handler = async (event) => {
  const collection = await products();
  for (const { body } of event.Records) {
    const change = JSON.parse(body);
    const outcome = await apply(collection, change);
    console.log(`${change.sku} ${outcome}`);
  }
};
