import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });

export const query = (text, values) => pool.query(text, values);
