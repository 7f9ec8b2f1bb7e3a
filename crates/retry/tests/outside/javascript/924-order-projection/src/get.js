const db = require('./db');

exports.handler = async (event) => {
  const [rows] = await db.execute(
    'SELECT id, total, status, placed_at, shipped_at FROM orders WHERE id = ?',
    [event.pathParameters.id],
  );
  if (rows.length === 0) {
    return { statusCode: 404, body: JSON.stringify({ message: 'Order not found' }) };
  }
  return { statusCode: 200, body: JSON.stringify(rows[0]) };
};
