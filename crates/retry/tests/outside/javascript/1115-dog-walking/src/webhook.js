import Stripe from "stripe";
import { db } from "./db.js";

const stripe = new Stripe(process.env.STRIPE_KEY);

async function credit(paymentEvent) {
  const session = paymentEvent.data.object;
  try {
    await db.transactWrite({
      TransactItems: [
        {
          Put: {
            TableName: process.env.PAYMENTS,
            Item: { id: paymentEvent.id },
            ConditionExpression: "attribute_not_exists(id)",
          },
        },
        {
          Update: {
            TableName: process.env.OWNERS,
            Key: { owner: session.client_reference_id },
            UpdateExpression: "ADD credits :amount",
            ExpressionAttributeValues: { ":amount": session.amount_total },
          },
        },
      ],
    });
  } catch (error) {
    if (error.name !== "TransactionCanceledException") throw error;
  }
}

export const handler = async (event) => {
  let paymentEvent;
  try {
    paymentEvent = stripe.webhooks.constructEvent(
      event.body,
      event.headers["stripe-signature"],
      process.env.STRIPE_WEBHOOK_SECRET,
    );
  } catch (error) {
    return { statusCode: 400, body: "invalid signature" };
  }
  if (paymentEvent.type === "checkout.session.completed") {
    await credit(paymentEvent);
  }
  return { statusCode: 200, body: "" };
};
