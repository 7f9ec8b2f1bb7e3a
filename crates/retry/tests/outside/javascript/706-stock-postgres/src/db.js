import pg from "pg";

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });

export const reply = (statusCode, body = {}) => ({ statusCode, body: JSON.stringify(body) });
