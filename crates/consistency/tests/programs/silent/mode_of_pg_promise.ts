// The mode of pg-promise.
// postgres:serializable ? (✗ in truth)
import pgp from "pg-promise";
const db = pgp()({});
const { TransactionMode, isolationLevel } = pgp.txMode;
import { concurrently, invariant, table } from "@aplomb/consistency";
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 } } });
async function run() {
  await db.tx({ mode: new TransactionMode({ tiLevel: isolationLevel.readCommitted }) }, async (c) => {
    const row = await c.one("SELECT v FROM t WHERE id = 1");
    await c.none("UPDATE t SET v = $1 WHERE id = 1", [row.v + 1]);
  });
}
concurrently(run, run);
invariant("as said", () => t.read(1)!.v === 3);
