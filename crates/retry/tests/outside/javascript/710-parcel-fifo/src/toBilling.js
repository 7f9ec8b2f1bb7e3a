const { push } = require("./queue");

const PRICE_PER_KILO = 120;

exports.handler = async ({ Records: [record] }) => {
  const { parcel, sender, weight } = JSON.parse(record.body);
  await push(process.env.BILLING_QUEUE, sender, { parcel, sender, cents: Math.ceil(weight) * PRICE_PER_KILO });
};
