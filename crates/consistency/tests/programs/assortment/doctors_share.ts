// A doctor may leave while a colleague is on call; the colleagues' rows are locked FOR SHARE.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function leave(doctor: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const others = await client.query(
      "SELECT id FROM doctors WHERE on_call = true AND id <> $1 FOR SHARE",
      [doctor],
    );
    if (others.rows.length === 0) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("UPDATE doctors SET on_call = false WHERE id = $1", [doctor]);
    await client.query("COMMIT");
    return true;
  } finally {
    client.release();
  }
}

const doctors = table<number, { on_call: boolean }>(
  "doctors",
  { on_call: true },
  { rows: { 1: { on_call: true }, 2: { on_call: true } } },
);

invariant("somebody is on call", () => doctors.read(1)!.on_call || doctors.read(2)!.on_call);

concurrently(() => leave(1), () => leave(2));
