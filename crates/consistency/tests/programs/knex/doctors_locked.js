// The same, but everybody who is on call is locked.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
const knex = require("knex")({ client: "pg" });
const { concurrently, invariant, table } = require("@aplomb/consistency");

const doctors = table("doctors", { on_call: true }, { rows: { 1: { on_call: true }, 2: { on_call: true } } });

async function leave(id) {
  await knex.transaction(async (trx) => {
    const here = await trx.select("id").from("doctors").where({ on_call: true }).orderBy("id").forUpdate();
    if (here.length > 1) {
      await trx("doctors").where({ id }).update({ on_call: false });
    }
  });
}

concurrently(() => leave(1), () => leave(2));
invariant("somebody is on call", () => doctors.read(1).on_call || doctors.read(2).on_call);
