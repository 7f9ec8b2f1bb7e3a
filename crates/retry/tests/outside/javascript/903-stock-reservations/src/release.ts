import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { db, reply, RESERVATIONS, STOCK } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const { sku, reservationId } = event.pathParameters as { sku: string; reservationId: string };
  const { quantity } = JSON.parse(event.body ?? "{}") as { quantity: number };

  try {
    await db.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName: RESERVATIONS,
              Key: { reservationId },
              UpdateExpression: "SET #s = :released",
              ConditionExpression: "#s = :reserved AND sku = :sku AND quantity = :q",
              ExpressionAttributeNames: { "#s": "status" },
              ExpressionAttributeValues: {
                ":released": "released",
                ":reserved": "reserved",
                ":sku": sku,
                ":q": quantity,
              },
            },
          },
          {
            Update: {
              TableName: STOCK,
              Key: { sku },
              UpdateExpression: "ADD available :q",
              ExpressionAttributeValues: { ":q": quantity },
            },
          },
        ],
      }),
    );
  } catch (err) {
    if (!(err instanceof TransactionCanceledException)) throw err;
    console.info("nothing to release", reservationId);
  }
  return reply(200, { reservationId, released: true });
};
