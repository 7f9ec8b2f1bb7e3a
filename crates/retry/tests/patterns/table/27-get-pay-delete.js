// 27 get, pay, delete
// checkout: unsafe alone, unsafe together

import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import Stripe from "stripe";

const db = DynamoDBDocument.from(new DynamoDB());
const stripe = new Stripe(process.env.STRIPE_KEY);

export const checkout = async ({ id }) => {
  const { Item } = await db.get({ TableName: "carts", Key: { id } });
  if (!Item) return;
  await stripe.charges.create({ amount: Item.amount, currency: "eur", source: Item.card });
  await db.delete({ TableName: "carts", Key: { id } });
};
