// BEGIN and COMMIT are sent to the pool.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✗
import { Pool } from "pg";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

async function deposit(account, amount) {
  await pool.query("BEGIN");
  const { rows } = await pool.query("SELECT balance FROM accounts WHERE id = $1 FOR UPDATE", [account]);
  await pool.query("UPDATE accounts SET balance = $1 WHERE id = $2", [rows[0].balance + amount, account]);
  await pool.query("COMMIT");
}

const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 100 } } });

const first = integer("first", 10);
const second = integer("second", 20);
assume(first > 0 && second > 0);

invariant("both deposits arrive", () => accounts.read(1).balance === 100 + first + second);

concurrently(() => deposit(1, first), () => deposit(1, second));
