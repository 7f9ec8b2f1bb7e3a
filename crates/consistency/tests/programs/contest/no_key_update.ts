// FOR NO KEY UPDATE stops those who change something.
// postgres:read-committed ? (✓ in truth)
// postgres:repeatable-read ? (✓ in truth)
// postgres:serializable ? (✓ in truth)
import { Pool } from "pg";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";
const pool = new Pool();
const doctors = table("doctors", { oncall: 1 }, { rows: { 1: { oncall: 1 }, 2: { oncall: 1 } } });
async function leave(me: number, other: number) {
  const client = await pool.connect();
  await client.query("BEGIN");
  const { rows } = await client.query("SELECT oncall FROM doctors WHERE id = $1 FOR NO KEY UPDATE", [other]);
  if (rows[0].oncall === 1) await client.query("UPDATE doctors SET oncall = 0 WHERE id = $1", [me]);
  await client.query("COMMIT");
}
concurrently(() => leave(1, 2), () => leave(2, 1));
invariant("somebody is there", () => doctors.read(1)!.oncall + doctors.read(2)!.oncall >= 1);
