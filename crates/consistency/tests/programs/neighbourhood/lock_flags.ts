// Mutual exclusion by two flags: raise mine, look at the other's, enter if it is down; the look is eventually consistent.
// dynamodb:eventual ✗ both raise their flags; both reads are answered from before that: both enter
// dynamodb:strong ✗ the same: the request does not ask for ConsistentRead, and that is what counts
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { concurrently, invariant, table } from "@aplomb/consistency";

const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const flags = table("flags", { up: false }, { rows: { left: { up: false }, right: { up: false } } });
const entries = table("entries", { entered: false }, { rows: {} });

async function enter(mine: string, theirs: string): Promise<boolean> {
  await db.send(new PutCommand({ TableName: "flags", Item: { id: mine, up: true } }));
  const { Item } = await db.send(new GetCommand({ TableName: "flags", Key: { id: theirs } }));
  if (Item?.up) return false;
  await db.send(new PutCommand({ TableName: "entries", Item: { id: mine, entered: true } }));
  return true;
}

invariant("both flags are up", () => flags.read("left").up && flags.read("right").up);
invariant("one at most has entered", () => entries.count((e) => e.entered) <= 1);

concurrently(() => enter("left", "right"), () => enter("right", "left"));
