import Stripe from "stripe";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DynamoInventory, StripePayments } from "./adapters";
import { Inventory, OutOfStock, Payments } from "./ports";

interface Checkout {
  orderId: string;
  sku: string;
  quantity: number;
  amount: number;
}

export class CheckoutService {
  constructor(private inventory: Inventory, private payments: Payments) {}

  async run(c: Checkout): Promise<string> {
    await this.inventory.reserve(c.sku, c.quantity);
    try {
      return await this.payments.charge(c.orderId, c.amount);
    } catch (e) {
      await this.inventory.release(c.sku, c.quantity);
      throw e;
    }
  }
}

const service = new CheckoutService(
  new DynamoInventory(DynamoDBDocumentClient.from(new DynamoDBClient({})), process.env.STOCK_TABLE!),
  new StripePayments(new Stripe(process.env.STRIPE_KEY!)),
);

export const handler = async (event: { body: string }) => {
  const request: Checkout = JSON.parse(event.body);
  try {
    const chargeId = await service.run(request);
    return { statusCode: 200, body: JSON.stringify({ orderId: request.orderId, chargeId }) };
  } catch (e) {
    if (e instanceof OutOfStock) return { statusCode: 409, body: JSON.stringify({ soldOut: request.sku }) };
    throw e;
  }
};
