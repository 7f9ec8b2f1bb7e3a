const { EventBridgeClient, PutEventsCommand } = require("@aws-sdk/client-eventbridge");

const events = new EventBridgeClient({});

exports.handler = async (order) => {
  const text = order.charged ? `Order ${order.orderId} is on its way` : `Order ${order.orderId} failed`;
  await events.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: process.env.NOTIFY_BUS,
          Source: "order-saga",
          DetailType: "CustomerNotification",
          Detail: JSON.stringify({ customer: order.customer, text }),
        },
      ],
    }),
  );
  return order;
};
