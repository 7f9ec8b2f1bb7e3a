// The stock is checked in one statement and decremented in the next.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
import knex from "knex";
import { assume, concurrently, integer, invariant, table } from "@aplomb/consistency";

const db = knex({ client: "pg", connection: process.env.DATABASE_URL });

async function sell(article: number, quantity: number): Promise<boolean> {
  return db.transaction(async (trx) => {
    const item = await trx("items").where({ id: article }).first();
    if (item.stock < quantity) return false;
    await trx("items").where({ id: article }).decrement("stock", quantity);
    return true;
  });
}

const items = table<number, { stock: number }>("items", { stock: 0 }, { rows: { 1: { stock: 5 } } });

const first = integer("first", 4);
const second = integer("second", 3);
assume(first > 0 && second > 0);

invariant("the stock is not negative", () => items.read(1)!.stock >= 0);

concurrently(() => sell(1, first), () => sell(1, second));
