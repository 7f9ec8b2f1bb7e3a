const knex = require("knex")(require("../knexfile"));

const addReading = (id, { serial, units }) =>
  knex.transaction(async (trx) => {
    const inserted = await trx("ingested").insert({ id }).onConflict("id").ignore().returning("id");
    if (inserted.length === 0) {
      return false;
    }
    await trx("meters").where({ serial }).increment("consumption", units);
    return true;
  });

exports.handler = async ({ Records }) => {
  let skipped = 0;
  for (const { messageId, body } of Records) {
    const done = await addReading(messageId, JSON.parse(body));
    if (!done) skipped += 1;
  }
  if (skipped > 0) {
    console.warn(`${skipped} of ${Records.length} messages were known`);
  }
};
