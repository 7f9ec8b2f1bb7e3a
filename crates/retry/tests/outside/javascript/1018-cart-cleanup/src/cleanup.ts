import pg from 'pg';
import { withLock } from './lock';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });

export const handler = async (event: { time: string }) => {
  const today = event.time.slice(0, 10);
  await withLock('cart-cleanup', 3600, async () => {
    await pool.query("DELETE FROM carts WHERE touched_on < $1::date - 30", [today]);
  });
};
