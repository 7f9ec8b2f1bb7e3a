const knex = require("knex");

const db = knex({
  client: "pg",
  connection: process.env.PG_URL,
  pool: { min: 0, max: 1 },
});

async function book(messageId, { employeeId, days }) {
  await db.transaction(async (trx) => {
    const inserted = await trx("processed_messages")
      .insert({ id: messageId })
      .onConflict("id")
      .ignore()
      .returning("id");
    if (inserted.length === 0) return;
    await trx("leave_balances").where({ employee_id: employeeId }).increment("used_days", days);
  });
}

exports.handler = async (event) => {
  for (const { messageId, body } of event.Records) {
    await book(messageId, JSON.parse(body));
  }
};
