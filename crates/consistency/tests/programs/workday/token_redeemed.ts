// A token is redeemed by deleting it; what comes back says whose it was.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const tokens = table("tokens", { account: 0 }, { rows: { 9: { account: 1 } } });
const accounts = table("accounts", { credit: 0 }, { rows: { 1: { credit: 0 } } });

export async function redeem(token: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("DELETE FROM tokens WHERE id = $1 RETURNING account", [token]);
    if (rows.length === 0) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("UPDATE accounts SET credit = credit + 5 WHERE id = $1", [rows[0].account]);
    await client.query("COMMIT");
    return true;
  } catch (e) {
    await client.query("ROLLBACK");
    throw e;
  } finally {
    client.release();
  }
}

const [first, second] = concurrently(() => redeem(9), () => redeem(9));
invariant("redeemed once", () => first !== second && accounts.read(1)!.credit === 5);
