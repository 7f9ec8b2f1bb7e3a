// one statement checks the stock and takes from it
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost" });
const stock = table("stock", { n: 0 }, { rows: { 1: { n: 5 } } });

async function buy(quantity: number): Promise<number> {
  const [result] = await pool.execute("UPDATE stock SET n = n - ? WHERE id = 1 AND n >= ?", [quantity, quantity]);
  return result.affectedRows === 1 ? quantity : 0;
}

const [a, b] = [integer("a", 3), integer("b", 4)];
assume(a > 0 && b > 0);
const [first, second] = concurrently(() => buy(a), () => buy(b));
invariant("what is sold was there", () => stock.read(1)!.n >= 0 && stock.read(1)!.n + first + second === 5);
