// A coupon may be used twice; one raw statement on MySQL.
// mysql:read-committed ✓
// mysql:repeatable-read ✓
// mysql:serializable ✓
const knex = require("knex")({ client: "mysql2" });
const { concurrently, invariant, table } = require("@aplomb/consistency");

const coupons = table("coupons", { used: 0, most: 2 }, { rows: { 1: { used: 1, most: 2 } } });

async function use(id) {
  const [result] = await knex.raw("UPDATE coupons SET used = used + 1 WHERE id = ? AND used < most", [id]);
  return result.affectedRows === 1;
}

const [first, second] = concurrently(() => use(1), () => use(1));
invariant("once more, and no more", () => coupons.read(1).used === 2 && first !== second);
