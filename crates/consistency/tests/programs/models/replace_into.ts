// ✓✓✓✓✓✓✓✓✓✓✓✓✗ REPLACE and INSERT ... ON DUPLICATE KEY UPDATE leave one of two rows
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({});

const t = table("t", { a: 0, b: 0 }, { rows: {} });
async function put(value: number) {
  await pool.query("REPLACE INTO t (id, a, b) VALUES (1, ?, ?)", [value, value]);
}
concurrently(() => put(1), () => put(2));
invariant("of one writer", () => t.read(1)?.a === t.read(1)?.b);
