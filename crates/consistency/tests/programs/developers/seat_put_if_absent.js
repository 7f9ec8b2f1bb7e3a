// DynamoDB, version 3 of the SDK: who puts first has the seat.
// dynamodb:eventual ✓
// dynamodb:strong ✓
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { concurrently, invariant, table, text } from "@aplomb/consistency";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const seats = table("seats", { guest: text }, { rows: [] });

async function take(seat, guest) {
  try {
    await client.send(
      new PutCommand({
        TableName: "seats",
        Item: { id: seat, guest },
        ConditionExpression: "attribute_not_exists(id)",
      }),
    );
    return true;
  } catch (error) {
    if (error.name === "ConditionalCheckFailedException") return false;
    throw error;
  }
}

const [ada, bob] = concurrently(() => take("7A", "ada"), () => take("7A", "bob"));
invariant("one of them sits there", () => ada !== bob && seats.read("7A").guest === (ada ? "ada" : "bob"));
