import knex from "knex";

const db = knex({ client: "pg", connection: process.env.DATABASE_URL });

// safe: a query shows what is there
export const readOrder = async ({ id }) => {
  return db("orders").where({ id }).first("id", "status");
};

// unsafe: the retry counts again
export const count = async ({ name }) => {
  await db("counters").where({ name }).increment("n", 1);
};

// safe: a query that nobody awaits is not sent
export const neverSent = async ({ name }) => {
  db("counters").where({ name }).increment("n", 1);
};

// unsafe: a query that is refined before it is sent
export const countRefined = async ({ name }) => {
  const query = db("counters");
  query.where({ name });
  query.increment("n", 1);
  await query;
};

// unsafe: then() sends it too
export const countThen = ({ name }) =>
  db("counters")
    .where({ name })
    .increment("n", 1)
    .then(() => "done");

// safe: the order is shipped after one attempt as after two
export const ship = async ({ id }) => {
  await db("orders").where("id", id).update({ status: "shipped" });
};

// unsafe: the server draws another id for the second row
export const addNote = async ({ text }) => {
  await db("notes").insert({ text });
};

// unsafe: the retry fails with a duplicate key, where one attempt succeeds
export const addOrder = async ({ id, total }) => {
  await db("orders").insert({ id, total });
  return { id };
};

// safe: the order is there, once
export const addOrderIfAbsent = async ({ id, total }) => {
  await db("orders").insert({ id, total }).onConflict("id").ignore();
};

// safe: the same values again
// today unknown
export const putOrder = async ({ id, total }) => {
  await db("orders").insert({ id, total }).onConflict("id").merge();
};

// unsafe: the retry adds one
export const countUpsert = async ({ name }) => {
  await db("counters").insert({ name, n: 1 }).onConflict("name").merge({ n: db.raw("counters.n + 1") });
};

// unsafe: the second attempt takes the money again
export const withdraw = async ({ account, amount }) => {
  await db.transaction(async (trx) => {
    const { balance } = await trx("accounts").where({ id: account }).forUpdate().first("balance");
    await trx("accounts").where({ id: account }).update({ balance: balance - amount });
  });
};

// safe: the request is noted in the same transaction
export const withdrawOnce = async ({ request, account, amount }) => {
  await db.transaction(async (trx) => {
    const fresh = await trx("requests").insert({ id: request }).onConflict("id").ignore().returning("id");
    if (fresh.length === 0) return;
    await trx("accounts").where({ id: account }).decrement("balance", amount);
  });
};

// unsafe: the retry says that nothing was there
export const removeAndTell = async ({ id }) => {
  return db("orders").where({ id }).del();
};

// safe: it is gone, whoever removed it
export const remove = async ({ id }) => {
  await db("orders").where({ id }).del();
};

// unsafe: a raw statement with what is bound to it
export const countRaw = async ({ name }) => {
  await db.raw("UPDATE counters SET n = n + 1 WHERE name = ?", [name]);
};

// safe: it only reads
export const totals = async ({ region }) => {
  return db("orders").where({ region }).select("id").sum("total as all").groupBy("id").orderBy("id");
};
