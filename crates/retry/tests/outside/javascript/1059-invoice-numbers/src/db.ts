import knexFactory from "knex";

export const knex = knexFactory({ client: "pg", connection: process.env.PG_URL, pool: { min: 0, max: 1 } });
