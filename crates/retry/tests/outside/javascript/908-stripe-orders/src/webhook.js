const Stripe = require('stripe');
const { setStatus } = require('./orders');

const stripe = new Stripe(process.env.STRIPE_SECRET_KEY);

exports.handler = async (event) => {
  let stripeEvent;
  try {
    stripeEvent = stripe.webhooks.constructEvent(
      event.body,
      event.headers['stripe-signature'],
      process.env.STRIPE_WEBHOOK_SECRET,
    );
  } catch (err) {
    console.warn('invalid signature', err.message);
    return { statusCode: 400, body: 'Invalid signature' };
  }

  const object = stripeEvent.data.object;
  switch (stripeEvent.type) {
    case 'checkout.session.completed':
      await setStatus(object.metadata.orderId, 'paid', object.payment_intent, stripeEvent.created);
      break;
    case 'charge.refunded':
      await setStatus(object.metadata.orderId, 'refunded', object.payment_intent, stripeEvent.created);
      break;
    default:
      console.log(`ignored ${stripeEvent.type}`);
  }
  return { statusCode: 200, body: JSON.stringify({ received: true }) };
};
