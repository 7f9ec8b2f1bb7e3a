import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { db, tables } from "./db";

const move = (account: string, change: number) => ({
  TableName: tables.accounts,
  Key: { account },
  UpdateExpression: "ADD balance :change",
  ExpressionAttributeValues: { ":change": change } as Record<string, unknown>,
});

export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const transferId = event.pathParameters!.id!;
  const { from, to, amount } = JSON.parse(event.body!);
  const debit = move(from, -amount);

  try {
    await db.send(
      new TransactWriteCommand({
        // executed once for each transfer
        ClientRequestToken: transferId,
        TransactItems: [
          {
            Put: {
              TableName: tables.transfers,
              Item: { transferId, from, to, amount, bookedAt: new Date().toISOString() },
            },
          },
          {
            Update: {
              ...debit,
              ConditionExpression: "balance >= :amount",
              ExpressionAttributeValues: { ...debit.ExpressionAttributeValues, ":amount": amount },
            },
          },
          { Update: move(to, amount) },
        ],
      }),
    );
  } catch (error) {
    if (error instanceof TransactionCanceledException) {
      return { statusCode: 409, body: JSON.stringify({ message: "insufficient funds" }) };
    }
    throw error;
  }
  return { statusCode: 200, body: JSON.stringify({ transferId }) };
};
