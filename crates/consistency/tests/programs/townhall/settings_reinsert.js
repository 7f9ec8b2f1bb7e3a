// A setting is replaced by deleting its row and inserting it again, while somebody else increases it.
// At READ COMMITTED an UPDATE that waits for the deleted row does not see the one that took its place,
// and changes nothing.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool({ database: "app" });

async function replace(name, value) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("DELETE FROM preferences WHERE name = $1", [name]);
    await client.query("INSERT INTO preferences (name, value) VALUES ($1, $2)", [name, value]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function increase(name) {
  const result = await pool.query("UPDATE preferences SET value = value + 1 WHERE name = $1", [name]);
  return result.rowCount;
}

const preferences = table("preferences", { value: 0 }, { rows: ["volume"], key: "name" });

const [, changed] = await concurrently(
  () => replace("volume", integer("value", 5)),
  () => increase("volume"),
);

invariant("the setting is always there to be increased", () => changed === 1);
