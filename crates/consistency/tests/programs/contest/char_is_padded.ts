// CHAR pads what it holds with blanks.
// postgres:read-committed ? (✗ in truth)
// postgres:repeatable-read ? (✗ in truth)
// postgres:serializable ? (✗ in truth)
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { code: "", v: 0 }, { rows: { 1: { code: "x", v: 0 } } });
async function run() {
  const { rows } = await pool.query("SELECT code FROM t WHERE id = 1");
  if (rows[0].code === "x") await pool.query("UPDATE t SET v = 1 WHERE id = 1");
}
concurrently(run);
invariant("done", () => t.read(1)!.v === 1);
