// In MySQL, `&&` binds as AND does: the row is taken by both.
// mysql:repeatable-read ✗ the second update finds a row that is open and was taken
// mysql:serializable ✗
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({});
const jobs = table("jobs", { open: 0, tries: 0 }, { rows: { 1: { open: 2, tries: 0 } } });

async function take() {
  await pool.execute("UPDATE jobs SET tries = tries + 1 WHERE id = 1 AND open = 2 && tries < 5");
}

invariant("taken once", () => jobs.read(1).tries === 1);

concurrently(() => take(), () => take());
