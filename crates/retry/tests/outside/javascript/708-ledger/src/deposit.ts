import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { SQSEvent } from "aws-lambda";
import { db, tables } from "./db";

interface Deposit {
  depositId: string;
  account: string;
  amount: number;
}

async function isBooked(depositId: string): Promise<boolean> {
  const { Item } = await db.send(
    new GetCommand({ TableName: tables.deposits, Key: { depositId }, ConsistentRead: true }),
  );
  return Item !== undefined;
}

async function book({ depositId, account, amount }: Deposit): Promise<void> {
  await db.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Put: {
            TableName: tables.deposits,
            Item: { depositId, account, amount, bookedAt: Date.now() },
          },
        },
        {
          Update: {
            TableName: tables.accounts,
            Key: { account },
            UpdateExpression: "ADD balance :amount",
            ExpressionAttributeValues: { ":amount": amount },
          },
        },
      ],
    }),
  );
}

export const handler = async (event: SQSEvent): Promise<void> => {
  for (const { body } of event.Records) {
    const deposit: Deposit = JSON.parse(body);
    if (await isBooked(deposit.depositId)) continue;
    await book(deposit);
  }
};
