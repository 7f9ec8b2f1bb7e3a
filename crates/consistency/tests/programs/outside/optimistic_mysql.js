// The version column in SQL: the update names the version that was read.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "wallets" });

async function deposit(wallet, amount) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [rows] = await connection.execute("SELECT balance, version FROM wallets WHERE id = ?", [wallet]);
    const { balance, version } = rows[0];
    const [result] = await connection.execute(
      "UPDATE wallets SET balance = ?, version = ? WHERE id = ? AND version = ?",
      [balance + amount, version + 1, wallet, version],
    );
    await connection.commit();
    return result.affectedRows === 1 ? amount : 0;
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const wallets = table("wallets", { balance: 0, version: 1 }, { rows: ["w"] });

const [a, b] = await concurrently(
  () => deposit("w", integer("first", 5)),
  () => deposit("w", integer("second", 8)),
);

invariant("what was confirmed is there", () => wallets.read("w").balance === a + b);
