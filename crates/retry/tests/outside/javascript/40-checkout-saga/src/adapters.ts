import Stripe from "stripe";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Inventory, OutOfStock, Payments } from "./ports";

export class DynamoInventory implements Inventory {
  constructor(private readonly ddb: DynamoDBDocumentClient, private readonly table: string) {}

  async reserve(sku: string, quantity: number) {
    try {
      await this.ddb.send(
        new UpdateCommand({
          TableName: this.table,
          Key: { sku },
          UpdateExpression: "SET stock = stock - :q",
          ConditionExpression: "stock >= :q",
          ExpressionAttributeValues: { ":q": quantity },
        }),
      );
    } catch (e) {
      if ((e as Error).name === "ConditionalCheckFailedException") throw new OutOfStock(sku);
      throw e;
    }
  }

  async release(sku: string, quantity: number) {
    await this.ddb.send(
      new UpdateCommand({
        TableName: this.table,
        Key: { sku },
        UpdateExpression: "SET stock = stock + :q",
        ExpressionAttributeValues: { ":q": quantity },
      }),
    );
  }
}

export class StripePayments implements Payments {
  constructor(private readonly stripe: Stripe) {}
  async charge(orderId: string, amount: number) {
    const charge = await this.stripe.charges.create(
      { amount, currency: "eur", source: "tok_visa", description: orderId },
      { idempotencyKey: orderId },
    );
    return charge.id;
  }
}
