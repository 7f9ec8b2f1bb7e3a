// Workers lock the next job; who waited looks again.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ database: "jobs" });
const jobs = table("jobs", { done: 0 }, { rows: { 1: { done: 0 } } });
const runs = table("runs", { job: integer }, { rows: [] });

async function work() {
  const connection = await pool.getConnection();
  await connection.beginTransaction();
  const [rows] = await connection.query("SELECT id FROM jobs WHERE id = 1 AND done = 0 FOR UPDATE");
  if (rows.length > 0) {
    await connection.query("INSERT INTO runs (job) VALUES (?)", [rows[0].id]);
    await connection.query("UPDATE jobs SET done = 1 WHERE id = ?", [rows[0].id]);
  }
  await connection.commit();
  connection.release();
}

concurrently(work, work);
invariant("no job runs twice", () => runs.count((it) => it.job === 1) === 1);
