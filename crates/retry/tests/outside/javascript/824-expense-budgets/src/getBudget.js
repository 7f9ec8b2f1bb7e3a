const { pool } = require("./db");

exports.handler = async (event) => {
  const { rows } = await pool.query(
    "SELECT department, limit_cents, spent_cents FROM budgets WHERE department = $1",
    [event.pathParameters.department],
  );
  if (rows.length === 0) return { statusCode: 404, body: JSON.stringify({ error: "unknown department" }) };
  const { department, limit_cents: limit, spent_cents: spent } = rows[0];
  return { statusCode: 200, body: JSON.stringify({ department, limit, spent, left: limit - spent }) };
};
