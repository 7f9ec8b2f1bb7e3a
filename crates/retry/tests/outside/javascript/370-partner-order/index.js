import got from "got";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";

const doc = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const partner = got.extend({ prefixUrl: process.env.PARTNER_URL, timeout: { request: 10_000 }, retry: { limit: 0 } });

export const handler = async (event, context) => {
  const { orderId } = event.pathParameters;
  const { articles, address } = JSON.parse(event.body);

  const order = await partner
    .post("orders", {
      json: { reference: orderId, articles, address },
      headers: { "Idempotency-Key": context.awsRequestId },
    })
    .json();

  await doc.send(new PutCommand({
    TableName: "partner-orders",
    Item: { orderId, partnerId: order.id },
  }));
  return { statusCode: 201, body: JSON.stringify({ orderId, partnerId: order.id }) };
};
