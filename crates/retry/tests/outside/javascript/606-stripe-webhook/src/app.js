const express = require("express");
const serverless = require("serverless-http");
const Stripe = require("stripe");
const { SQSClient, SendMessageCommand } = require("@aws-sdk/client-sqs");
const { firstTime } = require("./dedup");

const stripe = new Stripe(process.env.STRIPE_KEY);
const sqs = new SQSClient({});
const app = express();

app.post("/webhooks/stripe", express.raw({ type: "application/json" }), async (req, res, next) => {
  try {
    const event = stripe.webhooks.constructEvent(
      req.body,
      req.headers["stripe-signature"],
      process.env.STRIPE_SIGNING_SECRET
    );
    if (event.type !== "checkout.session.completed") {
      return res.sendStatus(200);
    }
    if (await firstTime(event.id)) {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: process.env.FULFILMENT_QUEUE,
          MessageBody: JSON.stringify({ session: event.data.object.id }),
        })
      );
    }
    res.sendStatus(200);
  } catch (err) {
    next(err);
  }
});

exports.handler = serverless(app);
