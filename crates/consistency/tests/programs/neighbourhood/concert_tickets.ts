// The last ticket of a concert: one TransactWriteItems counts it and writes the pass, under a condition.
// dynamodb:eventual ✓ conditions are checked on what is there, whatever reads ask for; the second one is cancelled
// dynamodb:strong ✓
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { concurrently, invariant, table } from "@aplomb/consistency";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const concerts = table("concerts", { sold: 0, capacity: 0 }, { rows: { rock: { sold: 0, capacity: 1 } } });
const concertPasses = table("concert_passes", { concert: "" }, { rows: {} });

async function buy(concert: string, pass: string): Promise<boolean> {
  try {
    await db.send(new TransactWriteCommand({
      TransactItems: [
        {
          Update: {
            TableName: "concerts",
            Key: { id: concert },
            UpdateExpression: "SET sold = sold + :one",
            ConditionExpression: "sold < capacity",
            ExpressionAttributeValues: { ":one": 1 },
          },
        },
        {
          Put: {
            TableName: "concert_passes",
            Item: { id: pass, concert },
            ConditionExpression: "attribute_not_exists(id)",
          },
        },
      ],
    }));
    return true;
  } catch (error: any) {
    if (error.name !== "TransactionCanceledException") throw error;
    return false;
  }
}

invariant("not oversold", () => concerts.read("rock").sold <= concerts.read("rock").capacity);
invariant("every sale has a pass", () => concertPasses.count((p) => p.concert === "rock") === concerts.read("rock").sold);

concurrently(() => buy("rock", "p1"), () => buy("rock", "p2"));
