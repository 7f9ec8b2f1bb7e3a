// A photo goes into an album that somebody removes because it is empty.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const albums = table("albums", { owner: 1 }, { rows: [1] });
const photos = table("photos", { album: integer }, { rows: [] });

async function add() {
  const client = await pool.connect();
  await client.query("BEGIN");
  const album = await client.query("SELECT owner FROM albums WHERE id = 1");
  if (album.rows.length > 0) await client.query("INSERT INTO photos (id, album) VALUES (10, 1)");
  await client.query("COMMIT");
  client.release();
}

async function remove() {
  const client = await pool.connect();
  await client.query("BEGIN");
  const found = await client.query("SELECT id FROM photos WHERE album = 1");
  if (found.rows.length === 0) await client.query("DELETE FROM albums WHERE id = 1");
  await client.query("COMMIT");
  client.release();
}

concurrently(add, remove);
invariant("no photo without an album", () => photos.read(10) === null || albums.read(1) !== null);
