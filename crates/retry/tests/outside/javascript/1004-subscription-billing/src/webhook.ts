import Stripe from 'stripe';
import { setStatus } from './invoices';

const stripe = new Stripe(process.env.STRIPE_KEY!);

export const handler = async (event: { body: string; headers: Record<string, string> }) => {
  let message: Stripe.Event;
  try {
    message = stripe.webhooks.constructEvent(event.body, event.headers['stripe-signature'], process.env.STRIPE_WEBHOOK_SECRET!);
  } catch (err) {
    console.error('bad signature', err);
    return { statusCode: 400, body: 'bad signature' };
  }
  switch (message.type) {
    case 'invoice.paid':
      await setStatus((message.data.object as Stripe.Invoice).id, 'paid');
      break;
    case 'invoice.payment_failed':
      await setStatus((message.data.object as Stripe.Invoice).id, 'past_due');
      break;
    case 'invoice.voided':
      await setStatus((message.data.object as Stripe.Invoice).id, 'void');
      break;
    default:
      console.log('ignored', message.type);
  }
  return { statusCode: 200, body: JSON.stringify({ received: true }) };
};
