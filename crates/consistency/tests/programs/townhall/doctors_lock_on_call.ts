// Doctors on call: who goes home locks all who are on call and counts them in the application.
// At READ COMMITTED the condition is tested again on the row that was waited for; at REPEATABLE
// READ the one who waited is aborted.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import pg from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool({ database: "hospital" });

async function goHome(doctor: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT id FROM doctors WHERE on_call = TRUE FOR UPDATE");
    const enough = rows.length >= 2;
    if (enough) {
      await client.query("UPDATE doctors SET on_call = FALSE WHERE id = $1", [doctor]);
    }
    await client.query("COMMIT");
    return enough;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const doctors = table("doctors", { on_call: true }, { rows: [1, 2] });

invariant("somebody is on call", () => doctors.exists((doctor) => doctor.on_call));

concurrently(() => goHome(1), () => goHome(2));
