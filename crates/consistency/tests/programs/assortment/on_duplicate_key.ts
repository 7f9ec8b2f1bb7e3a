// Page hits; the first hit makes the row.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
// mariadb:read-committed ✓
// mariadb:repeatable-read ✓
// mariadb:snapshot-isolation ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool(process.env.DATABASE_URL!);

async function hit(page: number): Promise<void> {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    await connection.execute("INSERT INTO hits (page, n) VALUES (?, 1) ON DUPLICATE KEY UPDATE n = n + 1", [page]);
    await connection.commit();
  } finally {
    connection.release();
  }
}

const hits = table<number, { n: number }>("hits", { n: 0 }, { key: "page", rows: {} });

invariant("every hit counts", () => hits.read(5)!.n === 3);

concurrently(() => hit(5), () => hit(5), () => hit(5));
