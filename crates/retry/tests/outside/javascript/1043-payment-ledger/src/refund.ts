import Stripe from 'stripe';
import { append } from './ledger';

const stripe = new Stripe(process.env.STRIPE_KEY!);

export const handler = async (event: any) => {
  const { cents, account } = JSON.parse(event.body);
  const refund = await stripe.refunds.create({ payment_intent: event.pathParameters.intent, amount: cents });
  await append({ entry: refund.id, account, cents: -cents, memo: 'refund' });
  return { statusCode: 200, body: JSON.stringify({ refund: refund.id }) };
};
