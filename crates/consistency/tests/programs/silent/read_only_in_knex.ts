// readOnly of knex.
// postgres:read-committed ? (✗ in truth)
import knex from "knex";
const db = knex({ client: "pg" });
import { concurrently, invariant, table } from "@aplomb/consistency";
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 } } });
async function run() {
  await db.transaction(async (trx) => {
    await trx("t").where({ id: 1 }).update({ v: 0 });
  }, { readOnly: true });
}
concurrently(run);
invariant("as said", () => t.read(1)!.v === 0);
