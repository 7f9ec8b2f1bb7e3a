import pg from "pg";

const pool = new pg.Pool({ max: 1 });

export async function rowsOf(text, ...values) {
  const { rows } = await pool.query(text, values);
  return rows;
}
