// Two doctors leave if another one is on call: counted, then updated.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const doctors = table("doctors", { on_call: true }, { rows: { 1: { on_call: true }, 2: { on_call: true } } });

async function leave(doctor: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT COUNT(*) AS present FROM doctors WHERE on_call = true");
    if (Number(rows[0].present) < 2) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("UPDATE doctors SET on_call = false WHERE id = $1", [doctor]);
    await client.query("COMMIT");
    return true;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

concurrently(() => leave(1), () => leave(2));
invariant("somebody is on call", () => doctors.read(1)!.on_call || doctors.read(2)!.on_call);
