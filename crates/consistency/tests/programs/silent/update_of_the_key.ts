// Whoever moves a row to another key.
// postgres:read-committed ?
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function run() { await pool.query("UPDATE t SET id = 2 WHERE id = 1"); }
concurrently(run);
invariant("moved", () => t.read(2) !== null);
