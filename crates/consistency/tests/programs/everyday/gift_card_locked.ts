// A gift card is redeemed under a lock, and every redemption is noted.
// postgres:read-committed ✓
// postgres:repeatable-read ✓
// postgres:serializable ✓
import { Pool } from "pg";
import { concurrently, integer, invariant, table } from "@aplomb/consistency";

const pool = new Pool();
const cards = table("cards", { balance: 0 }, { rows: { 1: { balance: 50 } } });
const redemptions = table("redemptions", { card: integer, amount: integer }, { rows: [] });

async function redeem(card: number, amount: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT balance FROM cards WHERE id = $1 FOR UPDATE", [card]);
    if (rows.length === 0 || rows[0].balance < amount) {
      await client.query("ROLLBACK");
      return false;
    }
    await client.query("INSERT INTO redemptions (card, amount) VALUES ($1, $2)", [card, amount]);
    await client.query("UPDATE cards SET balance = balance - $1 WHERE id = $2", [amount, card]);
    await client.query("COMMIT");
    return true;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

concurrently(() => redeem(1, 30), () => redeem(1, 30));
invariant("nothing is spent twice", () => {
  const left = cards.read(1)!.balance;
  return left >= 0 && left + redemptions.sum((it) => it.amount) === 50;
});
