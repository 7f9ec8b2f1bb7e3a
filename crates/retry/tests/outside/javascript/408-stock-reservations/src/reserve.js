import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { client, RESERVATIONS_TABLE, STOCK_TABLE } from "./client.js";

export const handler = async (event) => {
  const reservationId = event.pathParameters.id;
  const { sku, quantity } = JSON.parse(event.body);
  try {
    await client.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: RESERVATIONS_TABLE,
              Item: { reservationId, sku, quantity },
              ConditionExpression: "attribute_not_exists(reservationId)",
            },
          },
          {
            Update: {
              TableName: STOCK_TABLE,
              Key: { sku },
              UpdateExpression: "SET available = available - :q",
              ConditionExpression: "available >= :q",
              ExpressionAttributeValues: { ":q": quantity },
            },
          },
        ],
      }),
    );
  } catch (error) {
    if (error.name !== "TransactionCanceledException") throw error;
    const [reservation] = error.CancellationReasons;
    if (reservation.Code !== "ConditionalCheckFailed") {
      return { statusCode: 409, body: JSON.stringify({ message: "Not enough in stock" }) };
    }
  }
  return { statusCode: 200, body: JSON.stringify({ reservationId }) };
};
