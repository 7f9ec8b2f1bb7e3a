const Stripe = require("stripe");
const stripe = new Stripe(process.env.STRIPE_KEY);

exports.handler = async (order) => {
  const intent = await stripe.paymentIntents.create(
    {
      amount: order.total,
      currency: "eur",
      customer: order.customer,
      confirm: true,
    },
    { idempotencyKey: `order-${order.id}` }
  );
  return { ...order, paymentIntent: intent.id };
};
