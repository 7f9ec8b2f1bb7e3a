// The same in TypeScript: COMMIT of a transaction that has failed rolls it back, silently.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✗
import { Pool } from "pg";
import { concurrently, integer, invariant, table, text } from "@aplomb/consistency";

const pool = new Pool();
const guests = table("guests", { visits: 0 }, { rows: [], key: "name" });
const log = table("log", { what: text }, { rows: [] });

async function greet(name: string, entry: number) {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("INSERT INTO log (id, what) VALUES ($1, 'greeted')", [entry]);
  try {
    await client.query("INSERT INTO guests (name, visits) VALUES ($1, 1)", [name]);
  } catch {
    // we know this guest
  }
  await client.query("COMMIT");
  client.release();
}

concurrently(() => greet("ada", 1), () => greet("ada", 2));
invariant("both greetings are in the log", () => log.count((entry) => entry.what === "greeted") === 2);
