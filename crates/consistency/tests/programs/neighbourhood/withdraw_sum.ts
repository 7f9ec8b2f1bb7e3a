// Withdrawals from one and the same pocket, covered by the sum of all pockets, check and change in one statement.
// postgres:read-committed ✗ A takes 80 of pocket 1; B waits for the row and checks again, but the subquery reads the snapshot of B's statement (100 >= 70): 60 - 80 - 70 = -90, the sum is -50
// postgres:repeatable-read ✓ both change pocket 1: 40001, runs again
// postgres:serializable ✓
import pg from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new pg.Pool();

const pockets = table("pockets", { balance: 0 }, { rows: { 1: { balance: 60 }, 2: { balance: 40 } } });

async function withdraw(pocket: number, amount: number): Promise<boolean> {
  assume(amount > 0);
  const { rowCount } = await pool.query(
    "UPDATE pockets SET balance = balance - $2 WHERE id = $1 AND (SELECT SUM(balance) FROM pockets) >= $2",
    [pocket, amount],
  );
  return rowCount === 1;
}

invariant("the pockets together are not overdrawn", () => pockets.sum((p) => p.balance) >= 0);

concurrently(() => withdraw(1, integer("first", 80)), () => withdraw(1, integer("second", 70)));
