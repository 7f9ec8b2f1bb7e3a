// Optimistic locking: the new quantity is written only if the version is still the one that was read.
// mysql:read-committed ✓ the UPDATE sees the current version; the loser changes 0 rows and rolls back
// mysql:repeatable-read ✓ the read may be old, but the UPDATE compares with what is current
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", user: "shop", database: "shop" });

const shelfItems = table("shelf_items", { quantity: 0, version: 0 }, { rows: { 1: { quantity: 10, version: 1 } } });
const purchases = table("purchases", { item: 0, quantity: 0 }, { rows: {} });

async function purchase(item: number, wanted: number): Promise<boolean> {
  if (wanted <= 0) return false;
  const conn = await pool.getConnection();
  try {
    await conn.beginTransaction();
    const [rows] = await conn.execute<mysql.RowDataPacket[]>(
      "SELECT quantity, version FROM shelf_items WHERE id = ?",
      [item],
    );
    const { quantity, version } = rows[0];
    if (quantity < wanted) {
      await conn.rollback();
      return false;
    }
    const [result] = await conn.execute<mysql.ResultSetHeader>(
      "UPDATE shelf_items SET quantity = ?, version = version + 1 WHERE id = ? AND version = ?",
      [quantity - wanted, item, version],
    );
    if (result.affectedRows === 0) {
      await conn.rollback();
      return false;
    }
    await conn.execute("INSERT INTO purchases (item, quantity) VALUES (?, ?)", [item, wanted]);
    await conn.commit();
    return true;
  } finally {
    conn.release();
  }
}

invariant("nothing is sold that is not there", () => shelfItems.read(1).quantity >= 0);
invariant("what is gone was bought", () => shelfItems.read(1).quantity + purchases.sum((p) => p.quantity) === 10);

concurrently(() => purchase(1, integer("first", 6)), () => purchase(1, integer("second", 7)));
