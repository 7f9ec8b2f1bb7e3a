import type { APIGatewayProxyHandler } from "aws-lambda";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { v5 as uuidv5 } from "uuid";

const NAMESPACE = "7c1b5e0e-4e37-4a55-9d0b-2f3a5b0f6a11";
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler: APIGatewayProxyHandler = async (event) => {
  const key = event.headers["Idempotency-Key"] ?? event.headers["idempotency-key"];
  if (!key) {
    return { statusCode: 400, body: "Idempotency-Key is required" };
  }
  const { customerId, lines } = JSON.parse(event.body!);
  const orderId = uuidv5(key, NAMESPACE);
  const order = { orderId, customerId, lines };

  await client.send(
    new TransactWriteCommand({
      ClientRequestToken: orderId,
      TransactItems: [
        { Put: { TableName: process.env.ORDERS_TABLE, Item: order } },
        {
          Put: {
            TableName: process.env.OUTBOX_TABLE,
            Item: { id: `${orderId}#created`, type: "OrderCreated", payload: JSON.stringify(order) },
          },
        },
      ],
    }),
  );

  return { statusCode: 202, body: JSON.stringify({ orderId }) };
};
