// Two people who ask each other are friends: whoever finds the other's request accepts it.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const requests = table("requests", { sender: integer, recipient: integer }, { rows: [] });
const friends = table("friends", { a: integer, b: integer }, { rows: [] });

async function ask(sender: number, recipient: number) {
  const client = await pool.connect();
  await client.query("BEGIN");
  const other = await client.query("SELECT id FROM requests WHERE sender = $1 AND recipient = $2", [recipient, sender]);
  if (other.rowCount === 0) {
    await client.query("INSERT INTO requests (sender, recipient) VALUES ($1, $2)", [sender, recipient]);
  } else {
    await client.query("DELETE FROM requests WHERE sender = $1 AND recipient = $2", [recipient, sender]);
    await client.query("INSERT INTO friends (a, b) VALUES ($1, $2)", [sender, recipient]);
  }
  await client.query("COMMIT");
  client.release();
}

concurrently(() => ask(1, 2), () => ask(2, 1));
invariant("they are friends", () => friends.count(() => true) === 1);
