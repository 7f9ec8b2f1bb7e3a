// Messages that are done are copied into an archive and then deleted: two statements with the same
// condition. Between them another message is done.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool({ database: "mail" });

async function archiveDone(): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("INSERT INTO archive (id, sender) SELECT id, sender FROM inbox WHERE done = TRUE");
    await client.query("DELETE FROM inbox WHERE done = TRUE");
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function finish(message: number): Promise<void> {
  await pool.query("UPDATE inbox SET done = TRUE WHERE id = $1", [message]);
}

const inbox = table(
  "inbox",
  { sender: 0, done: false },
  { rows: { 1: { sender: 4, done: true }, 2: { sender: 5, done: false } } },
);
const archive = table("archive", { sender: 0 }, { rows: [] });

concurrently(() => archiveDone(), () => finish(2));

invariant("no message is lost", () =>
  [1, 2].every((id) => inbox.read(id) !== null || archive.read(id) !== null));
