const pool = require("./pool");

exports.handler = async (event) => {
  const [rows] = await pool.execute("SELECT item, cents FROM charges WHERE room = ?", [event.pathParameters.room]);
  const total = rows.reduce((sum, row) => sum + row.cents, 0);
  return { statusCode: 200, body: JSON.stringify({ items: rows, total }) };
};
