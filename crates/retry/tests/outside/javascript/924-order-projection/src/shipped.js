const db = require('./db');

exports.handler = async (event) => {
  const { orderId } = event.detail;
  const [result] = await db.execute(
    `UPDATE orders SET status = 'shipped', shipped_at = ? WHERE id = ? AND status = 'placed'`,
    [event.time, orderId],
  );
  if (result.affectedRows === 0) {
    console.warn('unknown or already shipped', orderId);
  }
};
