import { randomUUID } from "node:crypto";
import { DynamoDBClient, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const client = new DynamoDBClient({ maxAttempts: 5 });
const WALLETS = process.env.WALLETS_TABLE!;

export const send = async (event: APIGatewayProxyEventV2) => {
  const { from, to, cents } = JSON.parse(event.body!) as { from: string; to: string; cents: number };
  try {
    await client.send(
      new TransactWriteItemsCommand({
        ClientRequestToken: randomUUID(), // so that retries do not move the money twice
        TransactItems: [
          {
            Update: {
              TableName: WALLETS,
              Key: marshall({ walletId: from }),
              UpdateExpression: "SET balance = balance - :c",
              ConditionExpression: "balance >= :c",
              ExpressionAttributeValues: marshall({ ":c": cents }),
            },
          },
          {
            Update: {
              TableName: WALLETS,
              Key: marshall({ walletId: to }),
              UpdateExpression: "SET balance = balance + :c",
              ExpressionAttributeValues: marshall({ ":c": cents }),
            },
          },
        ],
      }),
    );
  } catch (e: any) {
    if (e.name === "TransactionCanceledException") {
      return { statusCode: 402, body: JSON.stringify({ error: "insufficient balance" }) };
    }
    throw e;
  }
  return { statusCode: 200, body: JSON.stringify({ ok: true }) };
};
