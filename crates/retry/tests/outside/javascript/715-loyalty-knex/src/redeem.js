const knex = require("./knex");

const UNIQUE_VIOLATION = "23505";
const reply = (statusCode, body) => ({ statusCode, body: JSON.stringify(body) });

exports.handler = async (event) => {
  const { member } = event.pathParameters;
  const { redemptionId, reward, cost } = JSON.parse(event.body);

  try {
    return await knex.transaction(async (trx) => {
      const row = await trx("members").where({ id: member }).forUpdate().first("points");
      if (!row || row.points < cost) return reply(402, { message: "not enough points" });

      await trx("redemptions").insert({ id: redemptionId, member_id: member, reward, cost });
      await trx("members").where({ id: member }).decrement("points", cost);
      return reply(201, { redemptionId });
    });
  } catch (error) {
    // redeemed by an earlier try of the same client
    if (error.code === UNIQUE_VIOLATION) return reply(201, { redemptionId });
    throw error;
  }
};
