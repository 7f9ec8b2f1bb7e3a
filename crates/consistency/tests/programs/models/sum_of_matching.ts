// ✓✗✗✓✗✗✗✗✗✗✗✗✗ an amount is paid if the sum of the open ones allows it
import { Pool } from "pg";
import { concurrently, invariant, table } from "@aplomb/consistency";

const pool = new Pool();

const bills = table("bills", { amount: 0, paid: false },
  { rows: { 1: { amount: 5, paid: true }, 2: { amount: 3, paid: false }, 3: { amount: 4, paid: false } } });
async function pay(id: number) {
  const client = await pool.connect();
  await client.query("BEGIN");
  const found = await client.query("SELECT COALESCE(SUM(amount), 0)::int AS spent FROM bills WHERE paid");
  const bill = await client.query("SELECT amount FROM bills WHERE id = $1", [id]);
  if (found.rows[0].spent + bill.rows[0].amount <= 9) {
    await client.query("UPDATE bills SET paid = true WHERE id = $1", [id]);
  }
  await client.query("COMMIT");
}
concurrently(() => pay(2), () => pay(3));
invariant("within the budget", () => bills.sum((bill) => (bill.paid ? bill.amount : 0)) <= 9);
