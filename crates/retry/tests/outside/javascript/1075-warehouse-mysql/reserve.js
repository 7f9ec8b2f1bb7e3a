const pool = require("./pool");

exports.handler = async (event) => {
  const { sku, qty } = JSON.parse(event.body);
  const [result] = await pool.execute(
    "UPDATE stock SET qty = qty - ? WHERE sku = ? AND qty >= ?",
    [qty, sku, qty],
  );
  if (result.affectedRows === 0) return { statusCode: 409, body: JSON.stringify({ message: "sold out" }) };
  return { statusCode: 201, body: JSON.stringify({ sku, qty }) };
};
