import { pool } from './pool.js';

// Runs every hour and computes the day of the event anew.
export const handler = async (event) => {
  const day = event.time.slice(0, 10);
  const { rows } = await pool.query(
    'SELECT count(*) AS orders, coalesce(sum(total), 0) AS revenue FROM orders WHERE ordered_on = $1',
    [day],
  );
  const { orders, revenue } = rows[0];
  await pool.query(
    `INSERT INTO daily_revenue (day, orders, revenue, updated_at) VALUES ($1, $2, $3, now())
     ON CONFLICT (day) DO UPDATE
       SET orders = excluded.orders, revenue = excluded.revenue, updated_at = excluded.updated_at`,
    [day, orders, revenue],
  );
  console.log(`${day}: ${orders} orders, ${revenue}`);
};
