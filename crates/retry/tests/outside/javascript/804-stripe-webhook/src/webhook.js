import Stripe from "stripe";
import { pool } from "./db.js";

const stripe = new Stripe(process.env.STRIPE_KEY);

async function onCheckoutCompleted(session) {
  await pool.query(
    `INSERT INTO payments (payment_intent, customer_email, amount, currency)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (payment_intent) DO NOTHING`,
    [session.payment_intent, session.customer_email, session.amount_total, session.currency],
  );
}

async function onRefunded(charge) {
  await pool.query("UPDATE payments SET refunded = true WHERE payment_intent = $1", [charge.payment_intent]);
}

export const handler = async (event) => {
  const signature = event.headers["stripe-signature"];
  let stripeEvent;
  try {
    stripeEvent = stripe.webhooks.constructEvent(event.body, signature, process.env.STRIPE_WEBHOOK_SECRET);
  } catch (error) {
    console.error("bad signature", error.message);
    return { statusCode: 400, body: "bad signature" };
  }

  switch (stripeEvent.type) {
    case "checkout.session.completed":
      await onCheckoutCompleted(stripeEvent.data.object);
      break;
    case "charge.refunded":
      await onRefunded(stripeEvent.data.object);
      break;
    default:
      console.log("ignored", stripeEvent.type);
  }
  return { statusCode: 200, body: JSON.stringify({ received: true }) };
};
