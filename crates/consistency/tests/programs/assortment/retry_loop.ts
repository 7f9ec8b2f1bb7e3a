// On call, with the level in BEGIN and a loop that tries again after 40001.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function leave(doctor: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
        const { rows } = await client.query("SELECT COUNT(*) AS n FROM doctors WHERE on_call = true");
        const enough = Number(rows[0].n) >= 2;
        if (enough) {
          await client.query("UPDATE doctors SET on_call = false WHERE id = $1", [doctor]);
        }
        await client.query("COMMIT");
        return enough;
      } catch (error: any) {
        await client.query("ROLLBACK");
        if (error.code !== "40001") throw error;
      }
    }
    throw new Error("too many attempts");
  } finally {
    client.release();
  }
}

const doctors = table<number, { on_call: boolean }>(
  "doctors",
  { on_call: true },
  { rows: { 1: { on_call: true }, 2: { on_call: true } } },
);

invariant("somebody is on call", () => doctors.exists((doctor) => doctor.on_call));

concurrently(() => leave(1), () => leave(2));
