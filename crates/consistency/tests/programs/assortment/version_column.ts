// Optimistic locking with a version column.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
// mariadb:read-committed ✓
// mariadb:repeatable-read ✓
// mariadb:snapshot-isolation ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "shop" });

async function adjust(article: number, delta: number): Promise<boolean> {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [rows]: any = await connection.execute("SELECT quantity, version FROM articles WHERE id = ?", [article]);
    const { quantity, version } = rows[0];
    const [result]: any = await connection.execute(
      "UPDATE articles SET quantity = ?, version = version + 1 WHERE id = ? AND version = ?",
      [quantity + delta, article, version],
    );
    if (result.affectedRows === 0) {
      await connection.rollback();
      return false;
    }
    await connection.commit();
    return true;
  } finally {
    connection.release();
  }
}

const articles = table<number, { quantity: number; version: number }>(
  "articles",
  { quantity: 0, version: 0 },
  { rows: { 1: { quantity: 10, version: 1 } } },
);

const first = integer("first", 3);
const second = integer("second", -2);

const [one, other] = concurrently(() => adjust(1, first), () => adjust(1, second));

invariant("what succeeded is in the quantity", () =>
  articles.read(1)!.quantity === 10 + (one ? first : 0) + (other ? second : 0));
invariant("the version counts the changes", () =>
  articles.read(1)!.version === 1 + (one ? 1 : 0) + (other ? 1 : 0));
