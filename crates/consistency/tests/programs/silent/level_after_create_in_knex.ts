// afterCreate of the pool of knex.
// postgres:serializable ? (✗ in truth)
import knex from "knex";
const db = knex({ client: "pg", pool: { afterCreate: (c, done) => c.query("SET default_transaction_isolation = 'read committed'", done) } });
import { concurrently, invariant, table } from "@aplomb/consistency";
const t = table("t", { v: 0 }, { rows: { 1: { v: 1 } } });
async function run() {
  await db.transaction(async (trx) => {
    const row = await trx("t").where({ id: 1 }).first();
    await trx("t").where({ id: 1 }).update({ v: row.v + 1 });
  });
}
concurrently(run, run);
invariant("as said", () => t.read(1)!.v === 3);
