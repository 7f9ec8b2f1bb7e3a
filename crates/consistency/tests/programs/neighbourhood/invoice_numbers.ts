// Invoices get the next number: MAX(number) + 1, computed by the application in a knex transaction.
// postgres:read-committed ✗ both read MAX = 41, both insert 42
// postgres:repeatable-read ✗ the same, from two snapshots; no constraint forbids it
// postgres:serializable ✓ each misses the other's row: one is aborted and runs again
import knex from "knex";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const db = knex({ client: "pg", connection: "postgres://localhost/billing" });

const invoices = table(
  "invoices",
  { number: 0, customer: 0 },
  { rows: { 1: { number: 41, customer: 9 } } },
);

async function issue(customer: number): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await trx("invoices").max("number as last").first();
    await trx("invoices").insert({ number: row.last + 1, customer });
  });
}

invariant("numbers are not used twice", () => invoices.count((i) => i.number === 42) === 1);
invariant("numbers have no gap", () => invoices.count((i) => i.number === 43) === 1);

concurrently(() => issue(integer("ann", 1)), () => issue(integer("bob", 2)));
