import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";

const ses = new SESv2Client({});

export const handler = async ({ detail: order }) => {
  if (!order.customer?.email) {
    console.warn("no address for order", order.number);
    return;
  }
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: process.env.SENDER,
      Destination: { ToAddresses: [order.customer.email] },
      Content: {
        Simple: {
          Subject: { Data: `Your invoice ${order.number}` },
          Body: { Text: { Data: `Thank you! Your invoice ${order.number} is ready.` } },
        },
      },
    }),
  );
};
