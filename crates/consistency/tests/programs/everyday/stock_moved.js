// Goods are moved between two warehouses, in both directions at once.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "stock" });
const stock = table("stock", { quantity: 0 }, { rows: { 1: { quantity: 5 }, 2: { quantity: 3 } } });

async function move(from, to, quantity) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [taken] = await connection.execute(
      "UPDATE stock SET quantity = quantity - ? WHERE id = ? AND quantity >= ?",
      [quantity, from, quantity],
    );
    if (taken.affectedRows === 0) {
      await connection.rollback();
      return false;
    }
    await connection.execute("UPDATE stock SET quantity = quantity + ? WHERE id = ?", [quantity, to]);
    await connection.commit();
    return true;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

concurrently(() => move(1, 2, 4), () => move(2, 1, 5));
invariant("nothing is lost, and nothing is below zero", () => {
  const [a, b] = [stock.read(1).quantity, stock.read(2).quantity];
  return a + b === 8 && a >= 0 && b >= 0;
});
