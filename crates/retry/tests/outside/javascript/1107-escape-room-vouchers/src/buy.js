const { createHash } = require("crypto");
const Stripe = require("stripe");
const vouchers = require("./vouchers");

const stripe = new Stripe(process.env.STRIPE_KEY);

exports.handler = async (event) => {
  const { cartId, amount, paymentMethod } = JSON.parse(event.body);
  const payment = await stripe.paymentIntents.create(
    { amount, currency: "eur", payment_method: paymentMethod, confirm: true },
    { idempotencyKey: `voucher-${cartId}` },
  );
  const code = createHash("sha256").update(cartId).digest("hex");
  await vouchers.save({ code, amount, payment: payment.id, redeemed: false });
  return { statusCode: 201, body: JSON.stringify({ code }) };
};
