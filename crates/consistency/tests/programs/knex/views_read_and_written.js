// A page counts its views: read and written back, in a transaction of knex.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
const knex = require("knex")({ client: "pg", connection: process.env.DATABASE_URL });
const { concurrently, invariant, table } = require("@aplomb/consistency");

const pages = table("pages", { views: 0 }, { rows: { 1: { views: 0 } } });

async function view(id) {
  await knex.transaction(async (trx) => {
    const page = await trx("pages").where({ id }).first("views");
    await trx("pages").where({ id }).update({ views: page.views + 1 });
  });
}

concurrently(() => view(1), () => view(1));
invariant("both views count", () => pages.read(1).views === 2);
