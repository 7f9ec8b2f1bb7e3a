// The level is asked for in the code, and 40001 is tried again.
// postgres:read-committed ✓ (the code asks for SERIALIZABLE)
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool();
const doctors = table("doctors", { on_call: true }, { rows: { 1: { on_call: true }, 2: { on_call: true } } });

async function leave(doctor) {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const client = await pool.connect();
    try {
      await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
      const present = await client.query("SELECT id FROM doctors WHERE on_call = true");
      if (present.rowCount >= 2) {
        await client.query("UPDATE doctors SET on_call = false WHERE id = $1", [doctor]);
      }
      await client.query("COMMIT");
      return;
    } catch (error) {
      await client.query("ROLLBACK");
      if (error.code !== "40001") throw error;
    } finally {
      client.release();
    }
  }
}

concurrently(() => leave(1), () => leave(2));
invariant("somebody is on call", () => doctors.read(1).on_call || doctors.read(2).on_call);
