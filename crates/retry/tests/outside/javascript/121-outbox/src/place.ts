import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = async (event: APIGatewayProxyEventV2) => {
  const order = JSON.parse(event.body!);
  try {
    await db.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: "orders",
              Item: { id: order.id, lines: order.lines, state: "NEW" },
              ConditionExpression: "attribute_not_exists(id)",
            },
          },
          {
            Put: {
              TableName: "outbox",
              Item: { eventId: `placed-${order.id}`, type: "OrderPlaced", order: order.id },
            },
          },
        ],
      })
    );
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
  }
  return { statusCode: 202, body: JSON.stringify({ id: order.id }) };
};
