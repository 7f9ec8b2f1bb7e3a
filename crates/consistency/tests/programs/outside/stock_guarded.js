// The guard is part of the update: check and change are one statement.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "shop" });

async function sell(sku, n) {
  const [result] = await pool.execute(
    "UPDATE stock SET quantity = quantity - ? WHERE sku = ? AND quantity >= ?",
    [n, sku, n],
  );
  return result.affectedRows === 1 ? n : 0;
}

const stock = table("stock", { quantity: 10 }, { rows: ["lamp"], key: "sku" });

const first = integer("first", 6);
const second = integer("second", 7);
assume(first > 0 && second > 0);

const [a, b] = await concurrently(() => sell("lamp", first), () => sell("lamp", second));

invariant("nothing is sold that is not there", () => stock.read("lamp").quantity >= 0);
invariant("the stock is what was not sold", () => stock.read("lamp").quantity === 10 - a - b);
