// An invoice is closed and summed up; a line locks it FOR SHARE. At REPEATABLE READ the
// snapshot of who waited for the line is older than the line.
// postgres:read-committed ✓
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const invoices = table("invoices", { closed: false, total: 0 }, { rows: { 1: { closed: false, total: 0 } } });
const lines = table("lines", { invoice: integer, price: integer }, { rows: [] });

async function close() {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE invoices SET closed = true WHERE id = 1");
  const sum = await client.query("SELECT COALESCE(SUM(price), 0) AS total FROM lines WHERE invoice = 1");
  await client.query("UPDATE invoices SET total = $1 WHERE id = 1", [sum.rows[0].total]);
  await client.query("COMMIT");
  client.release();
}

async function add(price: number) {
  const client = await pool.connect();
  await client.query("BEGIN");
  const invoice = await client.query("SELECT closed FROM invoices WHERE id = 1 FOR SHARE");
  if (!invoice.rows[0].closed) {
    await client.query("INSERT INTO lines (invoice, price) VALUES (1, $1)", [price]);
  }
  await client.query("COMMIT");
  client.release();
}

concurrently(close, () => add(12));
invariant("the total is that of the lines", () => invoices.read(1)!.total === lines.sum((it) => it.price));
