// Whether another name is the row's is up to the collation: MySQL's usual ones find `Ann` by `ann`.
// assumes texts-differ-in-their-letters
// mysql:read-committed ✓ if they differ in their letters
// mysql:repeatable-read ✓
// mysql:serializable ✓
import mysql from "mysql2/promise";
import { assume, concurrently, invariant, table, text } from "@aplomb/consistency";

const pool = mysql.createPool({});
const users = table("users", { name: "", points: 0 }, { rows: { 1: { name: "Ann", points: 0 } } });
const name = text("name");
assume(name !== "Ann");

concurrently(() => pool.execute("UPDATE users SET points = 1 WHERE name = ?", [name]));

invariant("Ann gets none", () => users.read(1).points === 0);
