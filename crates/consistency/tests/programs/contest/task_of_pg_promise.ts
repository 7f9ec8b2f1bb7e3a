// A task of pg-promise is no transaction.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✗
import pgp from "pg-promise";
import { concurrently, invariant, table } from "@aplomb/consistency";
const db = pgp()({});
const t = table("t", { v: 0 }, { rows: { 1: { v: 0 } } });
async function add() {
  await db.task(async (c) => {
    const row = await c.one("SELECT v FROM t WHERE id = 1 FOR UPDATE");
    await c.none("UPDATE t SET v = $1 WHERE id = 1", [row.v + 1]);
  });
}
concurrently(add, add);
invariant("both count", () => t.read(1)!.v === 2);
