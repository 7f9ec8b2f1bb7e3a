import Stripe from "stripe";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const stripe = new Stripe(process.env.STRIPE_KEY);
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const STATUS = {
  "payment_intent.succeeded": "paid",
  "payment_intent.payment_failed": "payment-failed",
  "charge.refunded": "refunded",
};

export const handler = async (event) => {
  let stripeEvent;
  try {
    stripeEvent = stripe.webhooks.constructEvent(
      event.body,
      event.headers["stripe-signature"],
      process.env.WEBHOOK_SECRET,
    );
  } catch (err) {
    return { statusCode: 400, body: "bad signature" };
  }

  const status = STATUS[stripeEvent.type];
  if (status) {
    await db.send(
      new UpdateCommand({
        TableName: process.env.ORDERS,
        Key: { id: stripeEvent.data.object.metadata.orderId },
        UpdateExpression: "SET #status = :status",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":status": status },
      }),
    );
  }
  return { statusCode: 200, body: "ok" };
};
