// The first free job is claimed; who waits for it takes the next.
// mysql:read-committed ? (✓ in truth)
// mysql:repeatable-read ? (✓ in truth)
// mysql:serializable ? (✓ in truth)
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({});
const jobs = table("jobs", { owner: 0 }, { rows: { 1: { owner: 0 }, 2: { owner: 0 } } });
async function claim(owner) {
  await pool.query("UPDATE jobs SET owner = ? WHERE owner = 0 ORDER BY id LIMIT 1", [owner]);
}
concurrently(() => claim(7), () => claim(8));
invariant("each has one", () => jobs.count((job) => job.owner === 7) === 1 && jobs.count((job) => job.owner === 8) === 1);
