const stripe = require("stripe")(process.env.STRIPE_KEY);

exports.handler = async (order) => {
  if (!order.reserved) return { ...order, charged: false };
  const charge = await stripe.charges.create(
    {
      amount: order.amount,
      currency: "gbp",
      source: order.cardToken,
      metadata: { orderId: order.orderId },
    },
    { idempotencyKey: order.orderId },
  );
  return { ...order, charged: true, chargeId: charge.id };
};
