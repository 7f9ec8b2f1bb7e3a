import Stripe from "stripe";
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { SQSClient, SendMessageCommand } from "@aws-sdk/client-sqs";

const stripe = new Stripe(process.env.STRIPE_SECRET!);
const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const sqs = new SQSClient({});

function verified(event: APIGatewayProxyEventV2): Stripe.Event {
  return stripe.webhooks.constructEvent(
    event.body!,
    event.headers["stripe-signature"]!,
    process.env.ENDPOINT_SECRET!
  );
}

export async function markPaid(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> {
  const stripeEvent = verified(event);
  if (stripeEvent.type === "checkout.session.completed") {
    const session = stripeEvent.data.object as Stripe.Checkout.Session;
    await db.send(
      new UpdateCommand({
        TableName: process.env.ORDERS,
        Key: { id: session.client_reference_id },
        UpdateExpression: "SET #s = :paid",
        ExpressionAttributeNames: { "#s": "state" },
        ExpressionAttributeValues: { ":paid": "PAID" },
      })
    );
  }
  return { statusCode: 200, body: JSON.stringify({ received: true }) };
}

export async function fulfil(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> {
  let stripeEvent: Stripe.Event;
  try {
    stripeEvent = verified(event);
  } catch (err) {
    return { statusCode: 400, body: "bad signature" };
  }
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: process.env.FULFILMENT_QUEUE,
      MessageBody: JSON.stringify({ event: stripeEvent.id, object: stripeEvent.data.object }),
    })
  );
  return { statusCode: 200, body: "" };
}
