// The transaction is sent to the pool, which gives every statement another connection.
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✗
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ connectionLimit: 10 });
const counters = table("counters", { value: 0 }, { rows: { 1: { value: 0 } } });

async function increment() {
  await pool.query("START TRANSACTION");
  const [rows] = await pool.query("SELECT value FROM counters WHERE id = 1 FOR UPDATE");
  await pool.query("UPDATE counters SET value = ? WHERE id = 1", [rows[0].value + 1]);
  await pool.query("COMMIT");
}

concurrently(increment, increment);
invariant("both count", () => counters.read(1).value === 2);
