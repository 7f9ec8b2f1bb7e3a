import { randomUUID } from "node:crypto";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { SESClient, SendEmailCommand } from "@aws-sdk/client-ses";
import { store } from "./store";

const mail = new SESClient({});

interface Checkout {
  customer: string;
  article: string;
}

export const place = async (event: { Records: { messageId: string; body: string }[] }) => {
  for (const record of event.Records) {
    const checkout: Checkout = JSON.parse(record.body);
    const id = randomUUID();
    await store.send(new PutCommand({
      TableName: process.env.ORDERS,
      Item: { id, customer: checkout.customer, article: checkout.article, state: "placed" },
    }));
  }
};

export const ship = async (event: { order: string; email: string }) => {
  await store.send(new UpdateCommand({
    TableName: process.env.ORDERS,
    Key: { id: event.order },
    UpdateExpression: "SET #state = :shipped",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: { ":shipped": "shipped" },
  }));
  await mail.send(new SendEmailCommand({
    Source: "shop@example.com",
    Destination: { ToAddresses: [event.email] },
    Message: { Subject: { Data: "On its way" }, Body: { Text: { Data: event.order } } },
  }));
};
