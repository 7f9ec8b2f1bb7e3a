// The same, but the doctors on call are locked first.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const doctors = table("doctors", { on_call: true }, { rows: { 1: { on_call: true }, 2: { on_call: true } } });

async function leave(doctor: number) {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const present = await client.query("SELECT id FROM doctors WHERE on_call = true ORDER BY id FOR UPDATE");
    if (present.rows.length >= 2) {
      await client.query("UPDATE doctors SET on_call = false WHERE id = $1", [doctor]);
    }
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

concurrently(() => leave(1), () => leave(2));
invariant("somebody is on call", () => doctors.read(1)!.on_call || doctors.read(2)!.on_call);
