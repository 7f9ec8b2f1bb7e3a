// INSERT without names of columns: what comes first is said by the database.
// postgres:read-committed ✓ (the answer assumes the order of the model)
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { a: 0, b: 0 }, { rows: {} });
async function run() { await pool.query("INSERT INTO t VALUES (1, 2, 3)"); }
concurrently(run);
invariant("a", () => t.read(1)!.a === 2);
