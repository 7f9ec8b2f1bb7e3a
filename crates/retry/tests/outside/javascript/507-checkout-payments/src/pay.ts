import Stripe from "stripe";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { z } from "zod";

const stripe = new Stripe(process.env.STRIPE_SECRET_KEY as string);
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const Payment = z.object({
  orderId: z.string().min(1),
  amount: z.number().int().positive(),
  currency: z.enum(["eur", "usd"]),
  customer: z.string(),
});

export const handler = async (event: { body: string }) => {
  const payment = Payment.parse(JSON.parse(event.body));

  const intent = await stripe.paymentIntents.create(
    {
      amount: payment.amount,
      currency: payment.currency,
      customer: payment.customer,
      confirm: true,
    },
    { idempotencyKey: `pay-${payment.orderId}` },
  );

  await db.send(
    new PutCommand({
      TableName: process.env.PAYMENTS_TABLE,
      Item: { orderId: payment.orderId, intent: intent.id, amount: payment.amount },
    }),
  );
  return { statusCode: 200, body: JSON.stringify({ clientSecret: intent.client_secret }) };
};
