// START TRANSACTION inside of a transaction commits it.
// mysql:read-committed ? (✗ in truth)
// mysql:repeatable-read ? (✗ in truth)
// mysql:serializable ? (✗ in truth)
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({});
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 }, 2: { v: 0 } } });
async function run() {
  const conn = await pool.getConnection();
  await conn.beginTransaction();
  await conn.query("UPDATE t SET v = 1 WHERE id = 1");
  await conn.query("START TRANSACTION");
  await conn.query("UPDATE t SET v = 1 WHERE id = 2");
  await conn.rollback();
}
concurrently(run);
invariant("nothing happened", () => t.read(1).v === 0 && t.read(2).v === 0);
