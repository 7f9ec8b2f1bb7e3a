// One conditional update decides.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
// mariadb:read-committed ✓
// mariadb:repeatable-read ✓
// mariadb:snapshot-isolation ✓
import mysql from "mysql2/promise";
import { concurrently, integer, invariant, nullable, table } from "@aplomb/consistency";

const pool = mysql.createPool({ host: "localhost", database: "theatre" });

async function take(seat, customer) {
  const [result] = await pool.execute(
    "UPDATE seats SET holder = ? WHERE id = ? AND holder IS NULL",
    [customer, seat],
  );
  return result.affectedRows === 1;
}

const seats = table("seats", { holder: nullable(integer) }, { rows: { 1: { holder: null } } });

const [seven, eight] = concurrently(() => take(1, 7), () => take(1, 8));

invariant("exactly one has the seat, and knows it", () =>
  seven !== eight && seats.read(1).holder === (seven ? 7 : 8));
