// Two requests change an address; who comes second wins, and the history has both.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { concurrently, invariant, table, text } from "@aplomb/consistency";

const pool = mysql.createPool({});
const users = table("users", { email: text }, { rows: { 1: { email: "old" } } });
const changes = table("changes", { email: text }, { rows: [] });

async function change(entry, email) {
  const connection = await pool.getConnection();
  await connection.beginTransaction();
  await connection.execute("UPDATE users SET email = ? WHERE id = 1", [email]);
  await connection.execute("INSERT INTO changes (id, email) VALUES (?, ?)", [entry, email]);
  await connection.commit();
  connection.release();
}

concurrently(() => change(1, "ada@a"), () => change(2, "ada@b"));
invariant("the history has both, and the address is one of them", () => {
  const email = users.read(1).email;
  return changes.count(() => true) === 2 && (email === "ada@a" || email === "ada@b");
});
