// Hits per day: inserted, or counted up where the day is there.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
const knex = require("knex")({ client: "pg" });
const { concurrently, invariant, table } = require("@aplomb/consistency");

const hits = table("hits", { n: 0 }, { rows: [], key: "day" });

async function hit(day) {
  await knex("hits").insert({ day, n: 1 }).onConflict("day").merge({ n: knex.raw("hits.n + 1") });
}

concurrently(() => hit("monday"), () => hit("monday"));
invariant("both count", () => hits.read("monday").n === 2);
