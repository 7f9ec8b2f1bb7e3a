import { pool } from './pool';

interface Usage { customerId: string; period: string; units: number }

async function apply(messageId: string, usage: Usage) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const seen = await client.query(
      'INSERT INTO processed_messages (message_id) VALUES ($1) ON CONFLICT (message_id) DO NOTHING',
      [messageId],
    );
    if (seen.rowCount === 1) {
      await client.query(
        `INSERT INTO usage_totals (customer_id, period, units) VALUES ($1, $2, $3)
         ON CONFLICT (customer_id, period) DO UPDATE SET units = usage_totals.units + EXCLUDED.units`,
        [usage.customerId, usage.period, usage.units],
      );
    }
    await client.query('COMMIT');
  } catch (err) {
    await client.query('ROLLBACK');
    throw err;
  } finally {
    client.release();
  }
}

export const handler = async (event: { Records: { messageId: string; body: string }[] }) => {
  for (const record of event.Records) {
    await apply(record.messageId, JSON.parse(record.body));
  }
};
