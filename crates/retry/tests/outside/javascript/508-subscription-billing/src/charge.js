const Stripe = require("stripe");
const Joi = require("joi");

const stripe = Stripe(process.env.STRIPE_KEY);

const schema = Joi.object({
  customerId: Joi.string().required(),
  plan: Joi.string().valid("basic", "pro").required(),
}).unknown(true);

const PRICES = { basic: 900, pro: 2900 };

exports.handler = async (event) => {
  for (const record of event.Records) {
    const { customerId, plan } = Joi.attempt(JSON.parse(record.body), schema);
    const charge = await stripe.charges.create({
      customer: customerId,
      amount: PRICES[plan],
      currency: "eur",
      description: `Subscription ${plan}`,
    });
    console.log("charged", charge.id);
  }
};
