const mysql = require("mysql2/promise");

let pool;
const getPool = () => {
  if (!pool) pool = mysql.createPool({ uri: process.env.MYSQL_URL, connectionLimit: 1 });
  return pool;
};

module.exports.handler = async (event) => {
  const { customerId, items } = JSON.parse(event.body);
  const total = items.reduce((sum, i) => sum + i.price * i.quantity, 0);
  const conn = await getPool().getConnection();
  try {
    await conn.beginTransaction();
    const [result] = await conn.execute("INSERT INTO orders (customer_id, total) VALUES (?, ?)", [
      customerId,
      total,
    ]);
    for (const item of items) {
      await conn.execute("INSERT INTO order_items (order_id, sku, quantity) VALUES (?, ?, ?)", [
        result.insertId,
        item.sku,
        item.quantity,
      ]);
    }
    await conn.commit();
    return { statusCode: 201, body: JSON.stringify({ orderId: result.insertId }) };
  } catch (err) {
    await conn.rollback();
    throw err;
  } finally {
    conn.release();
  }
};
