// One connection of mysql2 for all requests.
// mysql:serializable ✓ (✗ in truth, where requests overlap: the answer assumes a connection for each)
import mysql from "mysql2/promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const conn = await mysql.createConnection({ host: "db" });
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function add() {
  await conn.beginTransaction();
  const [rows] = await conn.query("SELECT v FROM t WHERE id = 1 FOR UPDATE");
  await conn.query("UPDATE t SET v = ? WHERE id = 1", [rows[0].v + 1]);
  await conn.commit();
}
concurrently(add, add);
invariant("both count", () => t.read(1).v === 2);
