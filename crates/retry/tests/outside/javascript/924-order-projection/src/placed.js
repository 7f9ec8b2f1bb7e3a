const db = require('./db');

exports.handler = async (event) => {
  const { orderId, customerId, total } = event.detail;
  await db.execute(
    `INSERT IGNORE INTO orders (id, customer_id, total, status, placed_at) VALUES (?, ?, ?, 'placed', ?)`,
    [orderId, customerId, total, event.time],
  );
};
