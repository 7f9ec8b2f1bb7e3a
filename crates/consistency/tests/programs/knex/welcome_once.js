// Who subscribes gets one welcome mail: ignore() tells by the rows that come back.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
const knex = require("knex")({ client: "pg" });
const { concurrently, invariant, table, text } = require("@aplomb/consistency");

const subscribers = table("subscribers", { active: 0 }, { rows: [], key: "email" });
const mails = table("mails", { recipient: text }, { rows: [] });

async function subscribe(email) {
  await knex.transaction(async (trx) => {
    const added = await trx("subscribers")
      .insert({ email, active: 1 })
      .onConflict("email")
      .ignore()
      .returning("email");
    if (added.length === 1) await trx("mails").insert({ recipient: email });
  });
}

concurrently(() => subscribe("ada@example.org"), () => subscribe("ada@example.org"));
invariant("one mail", () => mails.count(() => true) === 1);
