import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { db, reply, RESERVATIONS, STOCK } from "./db";

export const handler = async (event: APIGatewayProxyEventV2) => {
  const sku = event.pathParameters!.sku!;
  const reservationId = event.headers["idempotency-key"];
  if (!reservationId) return reply(400, { message: "Idempotency-Key is required" });

  const { quantity } = JSON.parse(event.body ?? "{}") as { quantity: number };
  if (!Number.isInteger(quantity) || quantity < 1) {
    return reply(400, { message: "quantity must be a positive integer" });
  }

  try {
    await db.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: RESERVATIONS,
              Item: { reservationId, sku, quantity, status: "reserved", createdAt: new Date().toISOString() },
              ConditionExpression: "attribute_not_exists(reservationId)",
            },
          },
          {
            Update: {
              TableName: STOCK,
              Key: { sku },
              UpdateExpression: "SET available = available - :q",
              ConditionExpression: "available >= :q",
              ExpressionAttributeValues: { ":q": quantity },
            },
          },
        ],
      }),
    );
  } catch (err) {
    if (!(err instanceof TransactionCanceledException)) throw err;
    const [reservation] = err.CancellationReasons ?? [];
    // The same key again: the client repeats a request that has been carried out.
    if (reservation?.Code !== "ConditionalCheckFailed") {
      return reply(409, { message: "Out of stock" });
    }
  }
  return reply(201, { reservationId });
};
