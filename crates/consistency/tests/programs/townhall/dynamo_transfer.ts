// DynamoDB: a transfer is one TransactWriteItems, whose condition says that there is enough.
// dynamodb:eventual ✓
// dynamodb:strong ✓
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

async function transfer(from: string, to: string, amount: number): Promise<boolean> {
  try {
    await client.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName: "wallet",
              Key: { id: from },
              UpdateExpression: "SET coins = coins - :n",
              ConditionExpression: "coins >= :n",
              ExpressionAttributeValues: { ":n": amount },
            },
          },
          {
            Update: {
              TableName: "wallet",
              Key: { id: to },
              UpdateExpression: "SET coins = coins + :n",
              ExpressionAttributeValues: { ":n": amount },
            },
          },
        ],
      }),
    );
    return true;
  } catch (error: any) {
    if (error.name === "TransactionCanceledException") return false;
    throw error;
  }
}

const wallet = table("wallet", { coins: 100 }, { rows: ["ann", "bob"] });

const first = integer("first", 80);
const second = integer("second", 50);
assume(first > 0 && second > 0);

concurrently(() => transfer("ann", "bob", first), () => transfer("ann", "bob", second));

invariant("nobody has debts", () => wallet.read("ann").coins >= 0 && wallet.read("bob").coins >= 0);
invariant("no coin is lost", () => wallet.read("ann").coins + wallet.read("bob").coins === 200);
