// Goods are taken if there are enough of them: a guarded decrement that tells how many rows it found.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
const knex = require("knex")({ client: "mysql2" });
const { concurrently, invariant, table } = require("@aplomb/consistency");

const stock = table("stock", { left: 0 }, { rows: { 1: { left: 5 } } });

async function take(id, n) {
  const taken = await knex("stock").where("id", id).andWhere("left", ">=", n).decrement("left", n);
  return taken === 1;
}

const [first, second] = concurrently(() => take(1, 3), () => take(1, 4));
invariant("what was promised was there", () => {
  const promised = (first ? 3 : 0) + (second ? 4 : 0);
  return stock.read(1).left === 5 - promised && promised <= 5;
});
