// The same, looking without a lock; the UPDATE does not look again.
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "db" });

async function reserve(product, quantity) {
  const connection = await pool.getConnection();
  await connection.beginTransaction();
  try {
    const [rows] = await connection.query("SELECT stock FROM products WHERE id = ?", [product]);
    if (rows[0].stock < quantity) {
      await connection.rollback();
      return false;
    }
    await connection.query("UPDATE products SET stock = stock - ? WHERE id = ?", [quantity, product]);
    await connection.commit();
    return true;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const products = table("products", { stock: 0 }, { rows: { 1: { stock: 10 } } });
const [a, b] = [integer("a", 7), integer("b", 6)];
assume(a > 0 && b > 0);
concurrently(() => reserve(1, a), () => reserve(1, b));
invariant("never more than there is", () => products.read(1).stock >= 0);
