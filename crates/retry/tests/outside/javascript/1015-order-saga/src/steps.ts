import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import Stripe from 'stripe';

const db = DynamoDBDocument.from(new DynamoDB({}));
const stripe = new Stripe(process.env.STRIPE_KEY!);

interface Order {
  orderId: string;
  sku: string;
  quantity: number;
  totalCents: number;
  customerId: string;
  paymentMethod: string;
}

export class OutOfStock extends Error {
  name = 'OutOfStock';
}

export const reserveStock = async (order: Order) => {
  try {
    await db.transactWrite({
      ClientRequestToken: `rs-${order.orderId}`,
      TransactItems: [{
        Update: {
          TableName: 'saga-stock',
          Key: { sku: order.sku },
          UpdateExpression: 'SET available = available - :q',
          ConditionExpression: 'available >= :q',
          ExpressionAttributeValues: { ':q': order.quantity },
        },
      }],
    });
  } catch (err: any) {
    if (err.name === 'TransactionCanceledException') throw new OutOfStock(order.sku);
    throw err;
  }
  return order;
};

export const chargeCard = async (order: Order) => {
  const intent = await stripe.paymentIntents.create(
    {
      amount: order.totalCents,
      currency: 'eur',
      customer: order.customerId,
      payment_method: order.paymentMethod,
      confirm: true,
    },
    { idempotencyKey: `order-${order.orderId}` },
  );
  await db.update({
    TableName: 'saga-orders',
    Key: { orderId: order.orderId },
    UpdateExpression: 'SET paymentIntent = :p',
    ExpressionAttributeValues: { ':p': intent.id },
  });
  return { ...order, paymentIntent: intent.id };
};

export const releaseStock = async (order: Order) => {
  await db.update({
    TableName: 'saga-stock',
    Key: { sku: order.sku },
    UpdateExpression: 'SET available = available + :q',
    ExpressionAttributeValues: { ':q': order.quantity },
  });
  return { orderId: order.orderId, released: order.quantity };
};
