// A job is claimed by an UPDATE that only changes what is free.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
const mysql = require("mysql2/promise");
const { concurrently, integer, invariant, nullable, table } = require("@aplomb/consistency");

const pool = mysql.createPool({});
const jobs = table("jobs", { worker: nullable(integer) }, { rows: { 1: { worker: null } } });

async function claim(worker) {
  const [result] = await pool.execute("UPDATE jobs SET worker = ? WHERE id = 1 AND worker IS NULL", [worker]);
  return result.affectedRows === 1;
}

const [a, b] = concurrently(() => claim(7), () => claim(8));
invariant("one of them has it", () => a !== b && jobs.read(1).worker === (a ? 7 : 8));
