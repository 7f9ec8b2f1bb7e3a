// `left_over - 2` is an error where it would be below zero, even in a condition.
// mysql:read-committed ? (✗ in truth)
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const pool = mysql.createPool({});
const stock = table("stock", { left_over: 0, asked: 0 }, { rows: { 1: { left_over: 1, asked: 0 } } });
async function ask() {
  try {
    await pool.query("UPDATE stock SET asked = asked + 1 WHERE id = 1 AND left_over - 2 < 5");
  } catch (error) {}
}
concurrently(ask);
invariant("asked", () => stock.read(1).asked === 1);
