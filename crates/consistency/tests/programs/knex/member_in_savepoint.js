// An insert that may fail, in a transaction inside of the transaction.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
const knex = require("knex")({ client: "pg" });
const { concurrently, invariant, table, text } = require("@aplomb/consistency");

const members = table("members", { active: 0 }, { rows: [], key: "email" });
const mails = table("mails", { recipient: text }, { rows: [] });

async function join(email) {
  await knex.transaction(async (trx) => {
    let added = true;
    try {
      await trx.transaction(async (inner) => {
        await inner("members").insert({ email, active: 1 });
      });
    } catch (error) {
      added = false;
    }
    if (added) await trx("mails").insert({ recipient: email });
  });
}

concurrently(() => join("ada@example.org"), () => join("ada@example.org"));
invariant("one mail", () => mails.count(() => true) === 1);
