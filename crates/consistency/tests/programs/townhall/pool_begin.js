// BEGIN and COMMIT are sent to the pool: every statement may run on another connection, so there is no
// transaction, and no level helps.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✗
import pg from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool({ database: "stats" });

async function next(name) {
  await pool.query("BEGIN");
  const { rows } = await pool.query("SELECT value FROM sequences WHERE id = $1 FOR UPDATE", [name]);
  const value = rows[0].value + 1;
  await pool.query("UPDATE sequences SET value = $1 WHERE id = $2", [value, name]);
  await pool.query("COMMIT");
  return value;
}

const sequences = table("sequences", { value: 0 }, { rows: ["invoice"] });

const [first, second] = await concurrently(() => next("invoice"), () => next("invoice"));

invariant("every number is given once", () => first !== second);
