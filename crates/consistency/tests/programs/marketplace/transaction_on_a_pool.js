// BEGIN, SELECT ... FOR UPDATE and COMMIT are sent to the pool, so the lock protects nothing (pg, JavaScript).
// postgres:read-committed ✗ lost update
// postgres:repeatable-read ✗ lost update
// postgres:serializable ✗ lost update
// (The statements are transactions of their own on whichever connection is free; AP209 as well.)
const { Pool } = require("pg");
const { concurrently, integer, invariant, table } = require("@aplomb/consistency");

const pool = new Pool();

async function deposit(id, amount) {
  try {
    await pool.query("BEGIN");
    const { rows } = await pool.query("SELECT balance FROM accounts WHERE id = $1 FOR UPDATE", [id]);
    await pool.query("UPDATE accounts SET balance = $1 WHERE id = $2", [rows[0].balance + amount, id]);
    await pool.query("COMMIT");
  } catch (err) {
    await pool.query("ROLLBACK");
    throw err;
  }
}

const accounts = table("accounts", { balance: 0 }, { key: "id", rows: { 1: { balance: 100 } } });
const first = integer("first", 10);
const second = integer("second", 20);

invariant("no deposit is lost", () => accounts.read(1).balance === 100 + first + second);

concurrently(() => deposit(1, first), () => deposit(1, second));
