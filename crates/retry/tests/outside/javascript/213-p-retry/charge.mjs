import pRetry from "p-retry";
import Stripe from "stripe";

const stripe = new Stripe(process.env.STRIPE_KEY);

export const handler = async (event) => {
  for (const record of event.Records) {
    const { customer, amount } = JSON.parse(record.body);
    await pRetry(() => stripe.charges.create({ customer, amount, currency: "eur" }), { retries: 3 });
  }
};

export const refund = async (event) => {
  for (const record of event.Records) {
    const { payment } = JSON.parse(record.body);
    await stripe.refunds.create({ payment_intent: payment }, { idempotencyKey: `refund-${payment}` });
  }
};
