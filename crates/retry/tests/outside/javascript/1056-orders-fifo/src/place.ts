import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { db, sqs } from "./clients";

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> => {
  const orderId = event.headers["idempotency-key"];
  if (!orderId) return { statusCode: 400, body: "Idempotency-Key required" };
  const { sku, quantity } = JSON.parse(event.body ?? "{}");
  if (!sku || !(quantity > 0)) return { statusCode: 422, body: "sku and quantity required" };

  try {
    await db.send(new PutCommand({
      TableName: process.env.ORDERS_TABLE,
      Item: { orderId, sku, quantity },
      ConditionExpression: "attribute_not_exists(orderId)",
    }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }

  await sqs.send(new SendMessageCommand({
    QueueUrl: process.env.QUEUE_URL,
    MessageGroupId: sku,
    MessageDeduplicationId: orderId,
    MessageBody: JSON.stringify({ orderId, sku, quantity }),
  }));
  return { statusCode: 202, body: JSON.stringify({ orderId }) };
};
