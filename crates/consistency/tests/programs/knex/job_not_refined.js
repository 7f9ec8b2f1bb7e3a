// The same without the refinement: both are told that they have the job.
// postgres:read-committed ✗
// postgres:repeatable-read ✗
// postgres:serializable ✗
const knex = require("knex")({ client: "pg" });
const { concurrently, integer, invariant, nullable, table } = require("@aplomb/consistency");

const jobs = table("jobs", { worker: nullable(integer) }, { rows: { 1: { worker: null } } });

async function claim(worker, onlyFree) {
  const query = knex("jobs").where({ id: 1 });
  if (onlyFree) query.whereNull("worker");
  const claimed = await query.update({ worker });
  return claimed === 1;
}

const [first, second] = concurrently(() => claim(1, false), () => claim(2, false));
invariant("one of them has the job", () => first !== second);
