// The level of sql.begin.
// postgres:serializable ✗
import postgres from "postgres";
const sql = postgres();
import { concurrently, invariant, table } from "@aplomb/consistency";
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 } } });
async function run() {
  await sql.begin("isolation level read committed", async (sql) => {
    const rows = await sql`SELECT v FROM t WHERE id = 1`;
    await sql`UPDATE t SET v = ${rows[0].v + 1} WHERE id = 1`;
  });
}
concurrently(run, run);
invariant("as said", () => t.read(1)!.v === 3);
