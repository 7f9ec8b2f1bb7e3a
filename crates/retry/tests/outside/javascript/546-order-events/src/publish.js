import middy from "@middy/core";
import jsonBodyParser from "@middy/http-json-body-parser";
import { SNSClient, PublishCommand } from "@aws-sdk/client-sns";

const sns = new SNSClient({});

const publish = async (event) => {
  const { orderId } = event.pathParameters;
  const { customer, lines } = event.body;
  await sns.send(
    new PublishCommand({
      TopicArn: process.env.ORDER_TOPIC,
      MessageGroupId: orderId,
      MessageDeduplicationId: `placed-${orderId}`,
      Message: JSON.stringify({ type: "OrderPlaced", orderId, customer, lines }),
    }),
  );
  return { statusCode: 202, body: JSON.stringify({ orderId }) };
};

export const handler = middy(publish).use(jsonBodyParser());
