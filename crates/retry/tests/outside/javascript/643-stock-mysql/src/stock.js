const mysql = require("mysql2/promise");

const pool = mysql.createPool({
  host: process.env.DB_HOST,
  user: process.env.DB_USER,
  password: process.env.DB_PASSWORD,
  database: "shop",
  connectionLimit: 1,
});

const respond = (statusCode, body) => ({ statusCode, body: JSON.stringify(body) });

exports.take = async (event) => {
  const { sku } = event.pathParameters;
  const { pieces } = JSON.parse(event.body);
  const [result] = await pool.execute(
    "UPDATE stock SET quantity = quantity - ? WHERE sku = ? AND quantity >= ?",
    [pieces, sku, pieces]
  );
  return result.affectedRows === 1
    ? respond(200, { sku, taken: pieces })
    : respond(409, { message: "Not enough in stock" });
};

exports.setReorderLevel = async (event) => {
  const { sku } = event.pathParameters;
  const { level } = JSON.parse(event.body);
  await pool.execute(
    "INSERT INTO reorder_levels (sku, level) VALUES (?, ?) ON DUPLICATE KEY UPDATE level = VALUES(level)",
    [sku, level]
  );
  return respond(200, { sku, level });
};
