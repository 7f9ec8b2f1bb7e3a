// One statement is sent to knex where trx was meant: it stays when the rest is taken back.
// postgres:read-committed ? (✗ in truth: it is AP209, a finding of its own)
// postgres:repeatable-read ? (✗ in truth: it is AP209, a finding of its own)
// postgres:serializable ? (✗ in truth: it is AP209, a finding of its own)
const knex = require("knex")({ client: "pg" });
const { concurrently, invariant, table } = require("@aplomb/consistency");

const accounts = table("accounts", { balance: 0 }, { rows: { 1: { balance: 100 }, 2: { balance: 0 } } });

async function transfer(amount) {
  try {
    await knex.transaction(async (trx) => {
      await knex("accounts").where({ id: 2 }).increment("balance", amount);
      const taken = await trx("accounts").where({ id: 1 }).where("balance", ">=", amount).decrement("balance", amount);
      if (taken === 0) throw new Error("not enough");
    });
    return true;
  } catch (error) {
    return false;
  }
}

concurrently(() => transfer(60), () => transfer(70));
invariant("nothing comes from nowhere", () => accounts.read(1).balance + accounts.read(2).balance === 100);
