// DynamoDB: the same, with a read in place of the condition.
// dynamodb:eventual ✗
// dynamodb:strong ✗
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { concurrently, invariant, table, text } from "@aplomb/consistency";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const seats = table("seats", { guest: text }, { rows: [] });

async function take(seat, guest) {
  const found = await client.send(new GetCommand({ TableName: "seats", Key: { id: seat }, ConsistentRead: true }));
  if (found.Item) return false;
  await client.send(new PutCommand({ TableName: "seats", Item: { id: seat, guest } }));
  return true;
}

const [ada, bob] = concurrently(() => take("7A", "ada"), () => take("7A", "bob"));
invariant("one of them sits there", () => ada !== bob);
