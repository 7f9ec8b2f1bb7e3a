const pool = require("./pool");

exports.handler = async (event) => {
  const { campaign } = event.pathParameters;
  const { rows: [found] } = await pool.query("SELECT goal, raised FROM campaigns WHERE id = $1", [campaign]);
  if (!found) return { statusCode: 404, body: "{}" };
  const { rows: open } = await pool.query(
    "SELECT id, amount FROM pledges WHERE campaign = $1 AND NOT refunded",
    [campaign],
  );
  return { statusCode: 200, body: JSON.stringify({ ...found, open }) };
};
