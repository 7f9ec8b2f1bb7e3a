// A UNIQUE column is checked row by row: moving all numbers up by one fails.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✗
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const t = table("t", { place: 0 }, { rows: { 1: { place: 1 }, 2: { place: 2 } }, unique: ["place"] });
async function shift() {
  try {
    await pool.query("UPDATE t SET place = place + 1");
  } catch (error) {}
}
concurrently(shift);
invariant("shifted", () => t.read(1)!.place === 2);
