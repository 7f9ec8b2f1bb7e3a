// One transaction asks for SERIALIZABLE and the other for READ COMMITTED, which loses an update.
// postgres:read-committed ? ✗ whatever the default is
// postgres:repeatable-read ? ✗
// postgres:serializable ? ✗
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const pages = table("pages", { views: 0 }, { rows: { 7: { views: 0 } } });

async function fromTheSite() {
  const client = await pool.connect();
  await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
  const found = await client.query("SELECT views FROM pages WHERE id = 7");
  await client.query("UPDATE pages SET views = $1 WHERE id = 7", [found.rows[0].views + 1]);
  await client.query("COMMIT");
  client.release();
}

async function fromTheApp() {
  const client = await pool.connect();
  await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  const found = await client.query("SELECT views FROM pages WHERE id = 7");
  await client.query("UPDATE pages SET views = $1 WHERE id = 7", [found.rows[0].views + 1]);
  await client.query("COMMIT");
  client.release();
}

concurrently(fromTheSite, fromTheApp);
invariant("every view counts", () => pages.read(7)!.views === 2);
