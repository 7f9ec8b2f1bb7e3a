// Nobody awaits what forEach calls.
// postgres:read-committed ? (✗)
// postgres:repeatable-read ? (✗)
// postgres:serializable ? (✗)
import pg from "pg";
const pool = new pg.Pool();
import { concurrently, invariant, table } from "@aplomb/consistency";

const users = table("users", { age: 0 }, { rows: { 1: { age: 3 } } });

async function add(user: number) {
  const { rows } = await pool.query("SELECT age FROM users WHERE id = $1", [user]);
  await pool.query("UPDATE users SET age = $1 WHERE id = $2", [rows[0].age + 1, user]);
}
async function birthday(user: number) {
  [user, user].forEach(async (u) => { await add(u); });
}

invariant("inv", () => users.read(1).age === 5);

concurrently(() => birthday(1));
