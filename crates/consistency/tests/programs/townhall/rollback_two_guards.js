// A transfer with two guards; if the second one refuses, the first UPDATE is rolled back.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "bank" });

async function transfer(from, to, amount) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [debit] = await connection.execute(
      "UPDATE wallets SET coins = coins - ? WHERE id = ? AND coins >= ?",
      [amount, from, amount],
    );
    if (debit.affectedRows !== 1) {
      await connection.rollback();
      return "not enough";
    }
    const [credit] = await connection.execute(
      "UPDATE wallets SET coins = coins + ? WHERE id = ? AND coins + ? <= 100",
      [amount, to, amount],
    );
    if (credit.affectedRows !== 1) {
      await connection.rollback();
      return "too much";
    }
    await connection.commit();
    return "done";
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const wallets = table(
  "wallets",
  { coins: 0 },
  { rows: { 1: { coins: 60 }, 2: { coins: 70 }, 3: { coins: 80 } } },
);

const first = integer("first", 20);
const second = integer("second", 25);
assume(first > 0 && second > 0);

concurrently(() => transfer(1, 3, first), () => transfer(2, 3, second));

invariant("every wallet has between 0 and 100", () =>
  [1, 2, 3].every((id) => wallets.read(id).coins >= 0 && wallets.read(id).coins <= 100));
invariant("no coin is lost", () => wallets.sum((wallet) => wallet.coins) === 210);
