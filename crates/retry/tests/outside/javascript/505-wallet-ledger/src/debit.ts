import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const DAY = 24 * 60 * 60;

const reply = (statusCode: number, body: unknown) => ({ statusCode, body: JSON.stringify(body) });

export const handler = async (event: APIGatewayProxyEventV2) => {
  const requestId = event.headers["idempotency-key"];
  if (!requestId) return reply(400, { message: "Idempotency-Key is required" });
  const { amount } = JSON.parse(event.body!);
  const walletId = event.pathParameters!.walletId;

  try {
    await db.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Put: {
              TableName: process.env.REQUESTS,
              Item: { requestId, expiresAt: Math.floor(Date.now() / 1000) + 7 * DAY },
              ConditionExpression: "attribute_not_exists(requestId)",
            },
          },
          {
            Update: {
              TableName: process.env.WALLETS,
              Key: { walletId },
              UpdateExpression: "SET balance = balance - :amount",
              ConditionExpression: "balance >= :amount",
              ExpressionAttributeValues: { ":amount": amount },
            },
          },
        ],
      }),
    );
  } catch (err: any) {
    if (err.name !== "TransactionCanceledException") throw err;
    const [request] = err.CancellationReasons;
    if (request.Code !== "ConditionalCheckFailed") {
      return reply(402, { message: "insufficient funds" });
    }
    // an earlier attempt of this request took the money already
  }
  return reply(200, { requestId });
};
