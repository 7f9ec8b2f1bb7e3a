// A folder is marked as deleted if it is empty, while a note is put into it.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const folders = table("folders", { deleted: false }, { rows: { 1: { deleted: false } } });
const notes = table("notes", { folder: integer, deleted: false }, { rows: [] });

async function remove() {
  const client = await pool.connect();
  await client.query("BEGIN");
  const live = await client.query("SELECT id FROM notes WHERE folder = 1 AND deleted = false");
  if (live.rowCount === 0) await client.query("UPDATE folders SET deleted = true WHERE id = 1");
  await client.query("COMMIT");
  client.release();
}

async function write() {
  const client = await pool.connect();
  await client.query("BEGIN");
  const found = await client.query("SELECT deleted FROM folders WHERE id = 1");
  if (!found.rows[0].deleted) {
    await client.query("INSERT INTO notes (folder, deleted) VALUES (1, false)");
  }
  await client.query("COMMIT");
  client.release();
}

concurrently(remove, write);
invariant("no live note in a deleted folder", () => {
  return !folders.read(1)!.deleted || notes.count((it) => it.folder === 1 && !it.deleted) === 0;
});
