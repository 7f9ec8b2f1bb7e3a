import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { SNSClient, SubscribeCommand } from "@aws-sdk/client-sns";

const sns = new SNSClient({});

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { phone } = JSON.parse(event.body ?? "{}") as { phone?: string };
  if (!phone?.startsWith("+")) return { statusCode: 400, body: "phone number with country code, please" };
  await sns.send(new SubscribeCommand({ TopicArn: process.env.DELAYS_TOPIC, Protocol: "sms", Endpoint: phone }));
  return { statusCode: 204 };
};
