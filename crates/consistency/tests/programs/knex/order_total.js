// A line is added to an order, and its total is the sum of its lines.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
const knex = require("knex")({ client: "pg" });
const { concurrently, integer, invariant, table } = require("@aplomb/consistency");

const orders = table("orders", { total: 0 }, { rows: { 1: { total: 0 } } });
const lines = table("lines", { order_id: integer, price: integer }, { rows: [] });

async function add(order_id, price) {
  await knex.transaction(async (trx) => {
    await trx("lines").insert({ order_id, price });
    const { total } = await trx("lines").where({ order_id }).sum("price as total").first();
    await trx("orders").where({ id: order_id }).update({ total });
  });
}

concurrently(() => add(1, 5), () => add(1, 7));
invariant("the total is the sum", () => orders.read(1).total === lines.sum((it) => it.price));
