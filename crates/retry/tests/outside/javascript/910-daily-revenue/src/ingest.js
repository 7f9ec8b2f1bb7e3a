import { pool } from './pool.js';

export const handler = async (event) => {
  for (const { body } of event.Records) {
    const order = JSON.parse(body);
    await pool.query(
      'INSERT INTO orders (id, ordered_on, total) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
      [order.id, order.date, order.total],
    );
  }
};
