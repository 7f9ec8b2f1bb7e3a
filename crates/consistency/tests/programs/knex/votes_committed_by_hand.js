// A transaction that is begun and ended by hand, with raw statements in it.
// postgres:read-committed ✗
// postgres:repeatable-read ✓
// postgres:serializable ✓
const knex = require("knex")({ client: "pg" });
const { concurrently, invariant, table } = require("@aplomb/consistency");

const options = table("options", { votes: 0 }, { rows: { 1: { votes: 0 } } });

async function vote(id) {
  const trx = await knex.transaction();
  try {
    const { rows } = await trx.raw("SELECT votes FROM options WHERE id = ?", [id]);
    await trx.raw("UPDATE options SET votes = :votes WHERE id = :id", { id, votes: rows[0].votes + 1 });
    await trx.commit();
  } catch (error) {
    await trx.rollback(error);
    throw error;
  }
}

concurrently(() => vote(1), () => vote(1));
invariant("both votes count", () => options.read(1).votes === 2);
