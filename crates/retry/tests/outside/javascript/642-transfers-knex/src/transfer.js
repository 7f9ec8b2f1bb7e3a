const knex = require("knex")({
  client: "pg",
  connection: process.env.DATABASE_URL,
  pool: { min: 0, max: 1 },
});

const UNIQUE_VIOLATION = "23505";

exports.handler = async (event) => {
  const { id, source, target, amount } = JSON.parse(event.body);
  try {
    await knex.transaction(async (trx) => {
      await trx("transfers").insert({ id, source, target, amount });
      await trx("accounts").where({ id: source }).decrement("balance", amount);
      await trx("accounts").where({ id: target }).increment("balance", amount);
    });
  } catch (err) {
    // this transfer was booked by an earlier request
    if (err.code !== UNIQUE_VIOLATION) throw err;
  }
  return { statusCode: 200, body: JSON.stringify({ id, status: "booked" }) };
};
