// Optimistic version column in autocommit statements, with a retry loop over the row count (pg).
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function addToBalance(id: number, amount: number): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const { rows } = await pool.query("SELECT balance, version FROM wallets WHERE id = $1", [id]);
    const wallet = rows[0];
    const updated = await pool.query(
      "UPDATE wallets SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3",
      [wallet.balance + amount, id, wallet.version],
    );
    if (updated.rowCount === 1) return;
  }
  throw new Error("gave up");
}

const wallets = table<number, { balance: number; version: number }>(
  "wallets",
  { balance: 0, version: 0 },
  { key: "id", rows: { 1: { balance: 100, version: 0 } } },
);
const first = integer("first", 10);
const second = integer("second", 20);

invariant("nothing is lost", () => wallets.read(1)!.balance === 100 + first + second);

concurrently(() => addToBalance(1, first), () => addToBalance(1, second));
