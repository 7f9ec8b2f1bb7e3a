import { DateTime } from 'luxon';
import { pool } from './pool';

const CENTS_PER_UNIT = 3;

// One invoice per customer and month; running it twice is harmless, existing invoices stay.
export const handler = async (event: { time: string }) => {
  const period = DateTime.fromISO(event.time, { zone: 'utc' }).minus({ months: 1 }).toFormat('yyyy-MM');
  const { rows } = await pool.query('SELECT customer_id, units FROM usage_totals WHERE period = $1', [period]);
  for (const row of rows) {
    await pool.query(
      `INSERT INTO invoices (customer_id, period, units, amount_cents) VALUES ($1, $2, $3, $4)
       ON CONFLICT (customer_id, period) DO NOTHING`,
      [row.customer_id, period, row.units, row.units * CENTS_PER_UNIT],
    );
  }
};
