// MySQL assigns from left to right, and b gets what a has got.
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✗
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({});
const t = table("t", { a: 0, b: 0 }, { rows: { 1: { a: 1, b: 2 } } });
concurrently(() => pool.query("UPDATE t SET a = b, b = a WHERE id = 1"));
invariant("swapped", () => t.read(1).a === 2 && t.read(1).b === 1);
