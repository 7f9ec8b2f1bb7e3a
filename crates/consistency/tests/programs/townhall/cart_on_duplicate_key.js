// Things are put into a cart; what is there already becomes more.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "shop" });

async function put(item, pieces) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    await connection.execute(
      "INSERT INTO cart (item, pieces) VALUES (?, ?) ON DUPLICATE KEY UPDATE pieces = pieces + VALUES(pieces)",
      [item, pieces],
    );
    await connection.execute("UPDATE totals SET pieces = pieces + ? WHERE id = 1", [pieces]);
    await connection.commit();
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

const cart = table("cart", { pieces: 0 }, { rows: [], key: "item" });
const totals = table("totals", { pieces: 0 }, { rows: [1] });

const first = integer("first", 2);
const second = integer("second", 3);

concurrently(() => put(77, first), () => put(77, second));

invariant("nothing got lost", () => cart.read(77).pieces === first + second);
invariant("the total is right", () => totals.read(1).pieces === cart.sum((line) => line.pieces));
