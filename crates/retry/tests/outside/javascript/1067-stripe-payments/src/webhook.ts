import type { APIGatewayProxyEventV2 } from "aws-lambda";
import Stripe from "stripe";
import { mark, remember, seen } from "./orders";

const stripe = new Stripe(process.env.STRIPE_KEY!);

export const handler = async (event: APIGatewayProxyEventV2) => {
  const message = stripe.webhooks.constructEvent(
    event.body!, event.headers["stripe-signature"]!, process.env.STRIPE_SIGNING!,
  );
  if (!(await seen(message.id))) {
    switch (message.type) {
      case "checkout.session.completed":
        await mark(message.data.object.client_reference_id!, "paid");
        break;
      case "charge.refunded":
        await mark(message.data.object.metadata.orderId, "refunded");
        break;
      default:
        console.log("not interesting", message.type);
    }
    await remember(message.id);
  }
  return { statusCode: 200, body: "received" };
};
