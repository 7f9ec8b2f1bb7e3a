import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import type { PaidOrder } from "./types";

const sns = new SNSClient({});

export const handler = async (order: PaidOrder) => {
  const { MessageId } = await sns.send(
    new PublishCommand({
      TopicArn: process.env.TOPIC_ARN,
      Subject: "Order placed",
      Message: JSON.stringify({ orderId: order.orderId, customerId: order.customerId, amount: order.amount }),
      MessageAttributes: { type: { DataType: "String", StringValue: "OrderPlaced" } },
    }),
  );
  return { orderId: order.orderId, messageId: MessageId };
};
