// The next invoice has the number after the last one; nothing keeps two from taking the same.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
import knex from "knex";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const db = knex({ client: "pg", connection: process.env.PG_URL });
const invoices = table("invoices", { number: integer, total: integer }, { rows: { 1: { number: 1, total: 5 } } });

async function issue(total: number): Promise<number> {
  return db.transaction(async (trx) => {
    const [{ last }] = await trx("invoices").max("number as last");
    const number = last + 1;
    await trx("invoices").insert({ number, total });
    return number;
  });
}

const [a, b] = concurrently(() => issue(10), () => issue(20));
invariant("numbers are unique", () => a !== b);
