const knex = require("./knex");

exports.handler = async (event) => {
  const [record] = event.Records;
  const { member, cents } = JSON.parse(record.body);

  await knex.transaction(async (trx) => {
    const fresh = await trx("processed_messages")
      .insert({ message_id: record.messageId })
      .onConflict("message_id")
      .ignore()
      .returning("message_id");
    if (fresh.length === 0) return;
    await trx("members").where({ id: member }).increment("points", cents);
  });
};
