import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import Stripe from "stripe";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";

const stripe = new Stripe(process.env.STRIPE_KEY!);
const db = DynamoDBDocument.from(new DynamoDB({}));

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
  const orderId = event.pathParameters!.orderId!;
  const { amount, currency, customer } = JSON.parse(event.body ?? "{}");

  const intent = await stripe.paymentIntents.create(
    {
      amount: Math.round(amount * 100),
      currency,
      customer,
      metadata: { orderId },
    },
    { idempotencyKey: `intent-${orderId}` },
  );

  await db.put({
    TableName: "payments",
    Item: { orderId, intent: intent.id, state: "requires_confirmation" },
  });

  return { statusCode: 201, body: JSON.stringify({ orderId, intent: intent.id }) };
};
