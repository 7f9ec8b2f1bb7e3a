import knex, { type Knex } from "knex";

export const db: Knex = knex({ client: "pg", connection: process.env.PG_URL, pool: { min: 0, max: 1 } });
