const Stripe = require("stripe");
const dayjs = require("dayjs");

const stripe = new Stripe(process.env.STRIPE_KEY);

const PRICES = { basic: "price_basic_01", pro: "price_pro_04" };

// Double clicks arrive within a minute.
const requestKey = (...parts) => [...parts, dayjs().format("YYYY-MM-DDTHH:mm")].join(":");

module.exports.subscribe = async (event) => {
  const { customer, plan, coupon } = JSON.parse(event.body);
  const price = PRICES[plan];
  if (!price) return { statusCode: 422, body: JSON.stringify({ error: `unknown plan ${plan}` }) };

  const subscription = await stripe.subscriptions.create(
    { customer, items: [{ price }], ...(coupon ? { coupon } : {}) },
    { idempotencyKey: requestKey("subscribe", customer, plan) },
  );

  return {
    statusCode: 201,
    body: JSON.stringify({ id: subscription.id, status: subscription.status }),
  };
};
