// The same, but the quantity is looked at before, and nothing guards the decrement.
// mysql:read-committed ✗
// mysql:repeatable-read ✗
// mysql:serializable ✓
const knex = require("knex")({ client: "mysql2" });
const { concurrently, invariant, table } = require("@aplomb/consistency");

const stock = table("stock", { left: 0 }, { rows: { 1: { left: 5 } } });

async function take(id, n) {
  return knex.transaction(async (trx) => {
    const [item] = await trx("stock").select("left").where({ id });
    if (item.left < n) return false;
    await trx("stock").where({ id }).decrement("left", n);
    return true;
  });
}

concurrently(() => take(1, 3), () => take(1, 4));
invariant("never below zero", () => stock.read(1).left >= 0);
