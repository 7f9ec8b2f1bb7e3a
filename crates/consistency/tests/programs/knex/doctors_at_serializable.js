// The code asks for its level: that one counts.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
const knex = require("knex")({ client: "pg" });
const { concurrently, invariant, table } = require("@aplomb/consistency");

const doctors = table("doctors", { on_call: true }, { rows: { 1: { on_call: true }, 2: { on_call: true } } });

async function leave(id) {
  await knex.transaction(
    async (trx) => {
      const [{ n }] = await trx("doctors").where({ on_call: true }).count({ n: "*" });
      if (n > 1) await trx("doctors").where({ id }).update({ on_call: false });
    },
    { isolationLevel: "serializable" },
  );
}

concurrently(() => leave(1), () => leave(2));
invariant("somebody is on call", () => doctors.read(1).on_call || doctors.read(2).on_call);
