// mysql2 hands a DECIMAL over as a text.
// mysql:read-committed ? (✗ in truth)
// mysql:repeatable-read ? (✗ in truth)
// mysql:serializable ? (✗ in truth)
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({});
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 } } });
async function add() {
  const conn = await pool.getConnection();
  await conn.beginTransaction();
  const [rows] = await conn.query("SELECT v FROM t WHERE id = 1 FOR UPDATE");
  await conn.query("UPDATE t SET v = ? WHERE id = 1", [rows[0].v + 1]);
  await conn.commit();
}
concurrently(add);
invariant("one more", () => t.read(1).v === 2);
