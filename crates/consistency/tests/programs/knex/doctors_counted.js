// At least one doctor stays on call; who leaves counts the others first.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✓
const knex = require("knex")({ client: "postgresql" });
const { concurrently, invariant, table } = require("@aplomb/consistency");

const doctors = table("doctors", { on_call: true }, { rows: { 1: { on_call: true }, 2: { on_call: true } } });

async function leave(id) {
  return knex.transaction(async (trx) => {
    const { n } = await trx("doctors").where("on_call", true).count("* as n").first();
    if (Number(n) > 1) {
      await trx("doctors").where("id", id).update("on_call", false);
    }
  });
}

concurrently(() => leave(1), () => leave(2));
invariant("somebody is on call", () => doctors.read(1).on_call || doctors.read(2).on_call);
