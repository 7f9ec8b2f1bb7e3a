import Stripe from "stripe";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

const stripe = new Stripe(process.env.STRIPE_SECRET_KEY!, { apiVersion: "2023-10-16" });
const ddb = DynamoDBDocumentClient.from(new DynamoDBClient({}));

interface PayRequest {
  amount: number;
  currency: string;
  paymentMethod: string;
}

export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const orderId = event.pathParameters!.orderId!;
  const req: PayRequest = JSON.parse(event.body ?? "{}");
  if (!Number.isInteger(req.amount) || req.amount <= 0) {
    return { statusCode: 422, body: JSON.stringify({ error: "amount" }) };
  }

  const intent = await stripe.paymentIntents.create(
    {
      amount: req.amount,
      currency: req.currency,
      payment_method: req.paymentMethod,
      confirm: true,
      metadata: { orderId },
    },
    { idempotencyKey: `pay-${orderId}` },
  );

  await ddb.send(
    new UpdateCommand({
      TableName: process.env.ORDERS_TABLE,
      Key: { orderId },
      UpdateExpression: "SET paymentIntent = :pi, paymentStatus = :s",
      ExpressionAttributeValues: { ":pi": intent.id, ":s": intent.status },
    }),
  );

  return { statusCode: 200, body: JSON.stringify({ orderId, paymentIntent: intent.id, status: intent.status }) };
}
